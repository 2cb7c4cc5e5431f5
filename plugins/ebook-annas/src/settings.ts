/** Settings of one archive, after validation against `settings.schema.json`. */
export type ArchiveSettings = {
  /** Scheme and host only, preferred first. */
  readonly baseUrls: readonly string[];
  readonly confirmLawful: boolean;
  readonly allowPlainHttp: boolean;
  /** Secret. Empty or absent: no member. */
  readonly memberKey?: string;
  readonly useSlowDownloads: boolean;
  readonly maxWaitSeconds: number;
  /** Lower-case file types. */
  readonly formats: readonly string[];
  /** ISO 639-1; empty: the book's. */
  readonly languages: readonly string[];
  /** Empty: none. */
  readonly solverUrl: string;
  readonly solverTimeoutSeconds: number;
};
