/** The settings of settings.schema.json, with defaults filled in. */
export interface QbittorrentSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  /** qBittorrent 5.2 and later; takes precedence over username and password. */
  readonly apiKey?: string;
  readonly category?: string;
  /** Absolute, as qBittorrent sees it. */
  readonly downloadDir?: string;
}
