import type { FollowOutcome } from './outcomes.js';

/** The kinds of listings that a person can follow. */
export type FollowKind = 'series' | 'author';

export const FOLLOW_MODES = ['ask', 'tell'] as const;

/** `ask`: new books are requested; `tell`: the person is notified of them. */
export type FollowMode = (typeof FOLLOW_MODES)[number];

/** The books that a person wants: those that come out from now on, those from a part on, or all. */
export interface StartRule {
  readonly start: 'from_now' | 'from_part' | 'everything';
  /** The first part, such as `3`; with `from_part` only. */
  readonly part?: string;
}

/** A listing of the catalogue that people follow. One walk serves all of them. */
export interface FollowedListing {
  readonly kind: FollowKind;
  readonly catalogId: string;
  readonly region: string;
}

/** A book that is listed and not out yet. */
export interface AwaitedBook {
  /** Names the part. */
  readonly key: string;
  readonly asin: string;
}

/** A listed book that is out. */
export interface RecentBook {
  readonly asin: string;
  /** YYYY-MM-DD */
  readonly releaseDate: string;
}

/** The memory of earlier checks. */
export interface FollowMemory {
  /** Parts and ASINs that were listed when it began, or that the person was notified of. Absent until the first check is done. */
  readonly known?: readonly string[];
  readonly awaited: readonly AwaitedBook[];
  /** ASINs that were requested or joined for it; never again, whatever became of the request. */
  readonly asked: readonly string[];
}

/**
 * The state of a book for a person, including other ASINs of its recording. `declined`: they had a request that ended without the book.
 */
export type BookState = 'available' | 'requested' | 'declined' | 'ignored';

/** The state of a part for a person; `missing` is out, `upcoming` is not. */
export type PartState = BookState | 'missing' | 'upcoming';

/** The number of parts in each state. Parts that are not offered in the wanted language are not counted. */
export type FollowCounts = Readonly<Record<PartState, number>> & {
  /** Books of the listing, each reading counted. */
  readonly listed: number;
};

/** The result of the last check. */
export interface FollowResult {
  readonly outcome: FollowOutcome;
  readonly counts?: FollowCounts;
}

/** A followed series or author. */
export interface FollowRecord extends FollowedListing {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Its name before the catalogue renamed it. */
  readonly formerName: string | null;
  readonly mode: FollowMode;
  readonly rule: StartRule;
  /** The time at which the present rule began. */
  readonly startedAt: string;
  readonly createdAt: string;
  /** The time of the catalogue's last answer. */
  readonly checkedAt: string | null;
  readonly nextCheckAt: string | null;
  /** Consecutive ones. */
  readonly failures: number;
  /** ASINs that the person saw in the preview: the first check requests nothing else. */
  readonly shown: readonly string[];
  readonly memory: FollowMemory;
  readonly result: FollowResult | undefined;
}
