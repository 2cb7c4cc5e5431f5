/** The book of a request, for ranking. */
export interface WantedBook {
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: string;
  readonly seriesPart?: string;
  /** ISO 639-1. */
  readonly language?: string;
  readonly durationMinutes?: number;
  /** Whether the wanted recording is abridged. Default: unabridged. */
  readonly abridged?: boolean;
  readonly asin?: string;
  readonly format: 'audiobook' | 'ebook';
  /** Titles of the other books in the series; a release that names one of them is not this book. */
  readonly otherBooksOfSeries?: readonly string[];
}
