/** One folder under its two paths; both absolute. */
export interface PathPair {
  readonly plex: string;
  readonly lectern: string;
}

/** The settings of an integration; `settings.schema.json` explains each. */
export interface PlexSettings {
  readonly baseUrl: string;
  /** Where browsers reach it; default: `baseUrl`. */
  readonly publicUrl?: string;
  readonly token: string;
  readonly libraryIds?: readonly string[];
  readonly pathMappings?: readonly PathPair[];
  readonly allowSignIn?: boolean;
  readonly deleteFiles?: boolean;
  readonly guidPatterns?: readonly string[];
  readonly plexTvUrl?: string;
}
