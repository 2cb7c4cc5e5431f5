import { createHash } from 'node:crypto';

/**
 * - `length`: the length differs from the catalogue's
 * - `silent`: an audio file has no sound, cannot be read, or lacks a part of its sound
 * - `no_asin`: nobody knows which book it is
 */
export type FindingKind = 'length' | 'silent' | 'no_asin';

export const FINDING_KINDS = ['length', 'silent', 'no_asin'] as const satisfies readonly FindingKind[];

/** Why a file counts as damaged. */
export type SilentProblem = 'no_audio' | 'no_duration' | 'unreadable' | 'cut_off' | 'end_unplayable';

export const SILENT_PROBLEMS = [
  'no_audio',
  'no_duration',
  'unreadable',
  'cut_off',
  'end_unplayable',
] as const satisfies readonly SilentProblem[];

/** A file without sound, or without a part of it. */
export interface SilentFile {
  /** Relative to the folder of the book. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly problem: SilentProblem;
}

/** What a finding stands on. */
export type Evidence =
  | { readonly kind: 'length'; readonly minutes: number; readonly catalogueMinutes: number }
  | { readonly kind: 'silent'; readonly files: readonly SilentFile[]; readonly silent: number; readonly looked: number }
  | { readonly kind: 'no_asin' };

/** A share of the catalogue's length from which on a recording is worth a look. */
const NOTABLE_SHARE = 0.05;
/** The catalogue gives whole minutes. */
const NOTABLE_MINUTES = 1;
/** Names of files that a finding keeps. */
const NAMED_FILES = 20;

/** @returns undefined where the lengths agree */
export function lengthEvidence(seconds: number, catalogueMinutes: number): Evidence | undefined {
  const off = Math.abs(seconds / 60 - catalogueMinutes);
  if (off <= NOTABLE_MINUTES || off <= catalogueMinutes * NOTABLE_SHARE) return undefined;
  return { kind: 'length', minutes: Math.round(seconds / 60), catalogueMinutes };
}

/** @returns undefined where all files have sound */
export function silentEvidence(files: readonly SilentFile[], looked: number): Evidence | undefined {
  if (files.length === 0) return undefined;
  return { kind: 'silent', files: files.slice(0, NAMED_FILES), silent: files.length, looked };
}

/** How bad a finding is among those of its kind: the difference in per mille, or the number of files. */
export function weightOf(evidence: Evidence): number {
  if (evidence.kind === 'no_asin') return 0;
  if (evidence.kind === 'silent') return evidence.silent;
  return Math.min(1_000_000, Math.round((1000 * Math.abs(evidence.minutes - evidence.catalogueMinutes)) / evidence.catalogueMinutes));
}

/** A key that changes when an item, or what is wrong with it, changes. What was said to be fine is fine as long as it stays. */
export function evidenceKey(evidence: Evidence, item: { readonly title: string; readonly path: string | null }): string {
  return createHash('sha256')
    .update(JSON.stringify([evidence, item.title, item.path]))
    .digest('hex');
}
