import type { WorkEvidence } from './dedupe.js';

/** One reason why an ASIN belongs to its work; a row of `work_asins` keeps them all, the oldest first. */
export type EvidenceEntry =
  | { readonly kind: 'seeded'; readonly at: string }
  | ({ readonly kind: 'same-recording'; readonly at: string; readonly fromWork?: string } & WorkEvidence)
  /** An admin's doing. */
  | { readonly kind: 'merged' | 'split'; readonly at: string; readonly by: string; readonly fromWork: string };

/** Two ASINs that an admin took apart, the smaller first. */
export type Pair = readonly [string, string];

/** The place of an ASIN in a work before a change. */
export interface MovedAsin {
  readonly asin: string;
  readonly workId: string;
  readonly evidence: string;
}
