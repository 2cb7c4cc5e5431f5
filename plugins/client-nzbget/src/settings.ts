/** The settings of settings.schema.json, with defaults filled in. */
export interface NzbgetSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly category?: string;
  /** A folder as NZBGet sees it; the category with this folder is used. */
  readonly downloadDir?: string;
}
