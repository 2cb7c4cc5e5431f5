/** Settings as the schema describes them. */
export type Settings = {
  /** Region listed first and used for the connection test. */
  region: string;
  /** Replaces the region's own host; empty for the region's host. */
  apiBaseUrl: string;
  audnexusEnabled: boolean;
  audnexusUrl: string;
  /** ISO 639-1; empty for every language. */
  language: string;
};

/** The defaults of the settings schema, for members the host left out. */
export const DEFAULT_SETTINGS: Settings = {
  region: 'us',
  apiBaseUrl: '',
  audnexusEnabled: true,
  audnexusUrl: 'https://api.audnex.us',
  language: '',
};
