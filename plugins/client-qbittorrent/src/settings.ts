/** The settings of settings.schema.json, with defaults filled in. */
export interface QbittorrentSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  /** qBittorrent 5.2 and later; takes precedence over username and password. */
  readonly apiKey?: string;
  readonly category?: string;
  /** For torrents whose book was imported; empty: they keep theirs. */
  readonly importedCategory?: string;
  /** Absolute, as qBittorrent sees it. */
  readonly downloadDir?: string;
}
