import type { Protocol } from '@lectern/plugin-api';

/** Points for a flag of a release; −100 and below excludes it. */
export interface FlagRule {
  /** Flag of the indexer or of the title in any case, e.g. `freeleech`. */
  readonly flag: string;
  /** −100 to +100. */
  readonly points: number;
}

/** Megabytes (10⁶ bytes) per hour of audio. */
export interface SizeBounds {
  readonly min: number;
  readonly max: number;
}

/** A release that must not be taken again, for one book or for all. Identified by info-hash, guid, or title with size and indexer. */
export interface BlockedRelease {
  readonly infoHash?: string;
  /** The source's id for it, for files by HTTP. */
  readonly guid?: string;
  readonly title?: string;
  readonly size?: number;
  readonly indexerId?: string;
  readonly reason?: string;
}

/** The admin's settings for ranking. */
export interface RankingRules {
  readonly minSeeders: number;
  /** Best first, lower-case file types. Empty if all formats are equally good. */
  readonly formatPreference: readonly string[];
  /** Best first. Empty if all ebook formats are equally good. */
  readonly ebookFormatPreference: readonly string[];
  readonly flagRules: readonly FlagRule[];
  /** Words or phrases that no release may have in its name. */
  readonly forbiddenWords: readonly string[];
  /** Words or phrases of which an audiobook's release needs one in its name. Empty if none is needed. */
  readonly requiredWords: readonly string[];
  /** By format; `default` is used for formats without an entry. */
  readonly sizeBounds: Readonly<Record<string, SizeBounds>>;
  /** The allowed size of an ebook in megabytes. */
  readonly ebookMegabytes: SizeBounds;
  readonly allowCollections: boolean;
  readonly blocklist: readonly BlockedRelease[];
  readonly protocolsWithClient: readonly Protocol[];
  /** The base score, 0–100, that an automatic pick needs. */
  readonly minScore: number;
}

/** Rules of a fresh installation. */
export const DEFAULT_RANKING_RULES: RankingRules = {
  minSeeders: 1,
  formatPreference: ['m4b', 'm4a', 'mp3', 'flac'],
  ebookFormatPreference: ['epub', 'azw3', 'kfx', 'mobi', 'azw', 'fb2', 'pdf'],
  flagRules: [],
  forbiddenWords: [],
  requiredWords: [],
  sizeBounds: {
    m4b: { min: 8, max: 250 },
    m4a: { min: 8, max: 250 },
    mp3: { min: 8, max: 250 },
    opus: { min: 4, max: 150 },
    flac: { min: 60, max: 900 },
    default: { min: 4, max: 900 },
  },
  ebookMegabytes: { min: 0.01, max: 400 },
  allowCollections: false,
  blocklist: [],
  protocolsWithClient: ['torrent', 'usenet', 'http'],
  minScore: 60,
};
