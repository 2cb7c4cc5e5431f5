/** The kind of a release, as far as its title tells. `other`: music, film, television, comics. */
export type ReleaseMedium = 'audiobook' | 'ebook' | 'other';

/** Another series in a title beside its main one. */
export interface NamedSeries {
  readonly series: string;
  readonly part?: string;
}

/**
 * The facts from the title of a release. Absent members and empty lists mean "not stated", never "no".
 */
export interface ParsedRelease {
  readonly authors: readonly string[];
  /** Empty if the title states none (hashes, bare tags). */
  readonly title: string;
  /** Equally good readings, for example with subtitle. */
  readonly titleAlternatives: readonly string[];
  readonly narrators: readonly string[];
  /** Lower-case file types, e.g. `m4b`; archive types only if nothing else is stated. */
  readonly formats: readonly string[];
  readonly bitrateKbps?: number;
  /** `V0`, `V2`. */
  readonly vbr?: string;
  readonly year?: number;
  /** ISO 639-1. */
  readonly languages: readonly string[];
  readonly series?: string;
  /** Arabic, without leading zeros: `1`, `2.5`, or a range `1-7`. */
  readonly part?: string;
  /** The part is the number of a volume with this title (`Title, Vol. 5`), so the title alone covers more than this release. */
  readonly isVolume: boolean;
  readonly otherSeries: readonly NamedSeries[];
  readonly abridgement?: 'unabridged' | 'abridged';
  /** More than one book. */
  readonly isCollection: boolean;
  /** One piece of a split book: `Vol 2 of 2`. */
  readonly fragment?: { readonly part: number; readonly of: number };
  readonly asin?: string;
  readonly isbn?: string;
  readonly releaseGroup?: string;
  /** `retail`, `web`, `vip`, `multi`, `internal`, `dramatised`, `summary`, `request`, `librivox`, `freeleech`. */
  readonly flags: readonly string[];
  readonly medium?: ReleaseMedium;
  /** The running text without tags, split at separators, in the original order. */
  readonly segments: readonly string[];
}
