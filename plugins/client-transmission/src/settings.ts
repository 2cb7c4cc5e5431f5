/** The settings of settings.schema.json, with defaults filled in. */
export interface TransmissionSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly category?: string;
  /** The label of torrents whose book was imported; empty: they keep theirs. */
  readonly importedCategory?: string;
  /** Absolute, as the daemon sees it. */
  readonly downloadDir?: string;
  readonly rpcPath?: string;
}
