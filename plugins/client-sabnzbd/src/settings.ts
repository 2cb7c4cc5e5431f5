/** The settings of settings.schema.json, with defaults filled in. */
export interface SabnzbdSettings {
  readonly baseUrl: string;
  /** The full API key; the NZB key may only add. */
  readonly apiKey: string;
  /** `*` is SABnzbd's default. */
  readonly category?: string;
  /** A folder as SABnzbd sees it; the category with this folder is used. */
  readonly downloadDir?: string;
}
