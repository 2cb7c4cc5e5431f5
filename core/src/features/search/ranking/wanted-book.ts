/** The book of a request, for ranking. */
export interface WantedBook {
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  /** Translators, editors and writers of forewords. */
  readonly contributors?: readonly string[];
  readonly series?: string;
  readonly seriesPart?: string;
  /** Other series it belongs to. */
  readonly alsoInSeries?: readonly { readonly series: string; readonly part?: string }[];
  /** ISO 639-1. */
  readonly language?: string;
  readonly durationMinutes?: number;
  /** Whether the wanted recording is abridged. Default: unabridged. */
  readonly abridged?: boolean;
  readonly asin?: string;
  /** Other ASINs of the same recording. */
  readonly siblings?: readonly string[];
  /** Without hyphens. */
  readonly isbn?: string;
  /** Whether a recording read by somebody else will do. Default: no. */
  readonly anyReading?: boolean;
  readonly format: 'audiobook' | 'ebook';
  /** Titles of the other books in the series; a release that names one of them is not this book. */
  readonly otherBooksOfSeries?: readonly string[];
}
