import { readJsonOr } from '../../platform/db/index.js';
import { inEnglish, isSentence, storedSaid, storeSaid, type Said, type Sentence } from '../../platform/words/index.js';

/** Why a book is not moved, or why a rename ended. */
export const RENAME_REASON_CODES = [
  'missing',
  'changed',
  'link_in_folder',
  'target_taken',
  'same_target',
  'other_file_system',
  'shared_folder',
  'too_many_files',
  'outside_library',
  'being_imported',
  'in_download_client',
  'catalogue_silent',
  'outdated',
  'file_fault',
  'not_mounted',
  'not_flushed',
  'stuck',
  'invalid_template',
  'no_library_folder',
  'library_not_there',
  'library_changed',
  'defect',
] as const;

export type RenameReasonCode = (typeof RENAME_REASON_CODES)[number];

/** A reason as it is stored: the sentence follows from it. */
export interface RenameReason {
  readonly code: RenameReasonCode;
  /** What its sentence is filled in with; a fault may be a sentence itself. Older versions stored the English of it. */
  readonly values: Readonly<Record<string, Said>>;
  /** The English, for a version that does not have the code. Absent in what older versions stored. */
  readonly english?: string;
}

export function renameReason(code: RenameReasonCode, values: RenameReason['values'] = {}): RenameReason {
  return { code, values };
}

/** The sentence of a reason. */
export function saidReason({ code, values }: RenameReason): Sentence {
  return { key: `move.${code}`, values };
}

/** A reason as its column keeps it. */
export function storeReason(reason: RenameReason): string {
  return JSON.stringify({ ...reason, english: inEnglish(saidReason(reason)) });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What {@link storeReason} wrote. The English stands in for a reason of another version, and the text for one that is damaged. */
export function readReason(stored: string): RenameReason {
  const unread = (fault: string): RenameReason => renameReason('file_fault', { fault });
  const value: unknown = readJsonOr<unknown, undefined>(stored, undefined);
  if (!isObject(value) || !isObject(value['values'])) return unread(stored);
  const { code: named, english } = value;
  const code = RENAME_REASON_CODES.find((one) => one === named);
  if (code === undefined) return unread(typeof english === 'string' ? english : stored);
  const values = Object.entries(value['values']).map(([name, one]) => [name, storedSaid(isSentence(one) ? storeSaid(one) : String(one))]);
  return renameReason(code, Object.fromEntries(values) as RenameReason['values']);
}
