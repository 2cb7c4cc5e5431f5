/** As settings.schema.json has it, defaults filled in. */
export interface QbittorrentSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  /** qBittorrent 5.2 and later; wins over username and password. */
  readonly apiKey?: string;
  readonly category?: string;
  /** Absolute, as qBittorrent sees it. */
  readonly downloadDir?: string;
}
