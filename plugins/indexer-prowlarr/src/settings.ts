/** Settings of one Prowlarr integration, after validation against `settings.schema.json`. */
export type ProwlarrSettings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Empty: every enabled indexer. */
  readonly indexerIds: readonly number[];
  /** Labels of Prowlarr tags; empty: tags do not matter. */
  readonly tags: readonly string[];
  readonly audiobookCategories: readonly number[];
  readonly ebookCategories: readonly number[];
  readonly timeoutSeconds: number;
};

/** The categories that belong to a format. */
export function categoriesFor(settings: ProwlarrSettings, format: 'audiobook' | 'ebook'): readonly number[] {
  return format === 'ebook' ? settings.ebookCategories : settings.audiobookCategories;
}
