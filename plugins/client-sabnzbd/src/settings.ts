/** As settings.schema.json has it, defaults filled in. */
export interface SabnzbdSettings {
  readonly baseUrl: string;
  /** The full key; the NZB key may only add. */
  readonly apiKey: string;
  /** `*` is SABnzbd's default. */
  readonly category?: string;
}
