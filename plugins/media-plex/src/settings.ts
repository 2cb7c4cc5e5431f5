/** One folder under the two paths it has; both absolute. */
export interface PathPair {
  readonly plex: string;
  readonly lectern: string;
}

/** What an admin sets; `settings.schema.json` says what each means. */
export interface PlexSettings {
  readonly baseUrl: string;
  readonly token: string;
  readonly libraryIds?: readonly string[];
  readonly pathMappings?: readonly PathPair[];
  readonly allowSignIn?: boolean;
  readonly deleteFiles?: boolean;
  readonly guidPatterns?: readonly string[];
  readonly plexTvUrl?: string;
}
