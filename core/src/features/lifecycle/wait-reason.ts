import type { SentenceValues } from '../../platform/words/index.js';

/** One row of a comparison of files with the wanted book. Texts are short and name no place. */
export interface FileCheck {
  readonly what: 'title' | 'author' | 'narrator' | 'asin' | 'length';
  /** What the catalogue says; absent when it says nothing. */
  readonly wanted?: string;
  /** What the files say; absent when they say nothing. */
  readonly found?: string;
  /** `unknown`: one side says nothing. */
  readonly verdict: 'agrees' | 'differs' | 'unknown';
}

/** The reason why a request waits. Every status has one, except quiet ends. */
export interface WaitReason {
  /** Stable. */
  readonly code: string;
  /** A sentence that says why it waits. As stored: in English, for admins. */
  readonly message: string;
  /** The component that is to blame or awaited. */
  readonly component?: { readonly kind: string; readonly name: string };
  readonly since: string;
  /** The time of the next automatic step. */
  readonly nextAt?: string;
  /** Describes that step. */
  readonly nextStep?: string;
  /** Describes what a person can do about it. */
  readonly todo?: string;
  /** Names the wording of the code in `reasons/`; absent in rows that older versions wrote. */
  readonly wording?: string;
  /** Values for the placeholders of the wording. */
  readonly values?: SentenceValues;
  /** Where an admin could settle it; said, and not stored. */
  readonly settledIn?: 'integrations' | 'settings' | 'releases' | 'request';
  /** What a person who has to judge the files needs: each fact that was compared. Admins alone get it. */
  readonly checks?: FileCheck[];
}
