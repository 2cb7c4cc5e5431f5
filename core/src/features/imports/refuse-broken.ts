import { inRow, quotedList, sentence, type Sentence } from '../../platform/words/index.js';
import type { BrokenCode, Verification, VerifyCode } from '../../files/checking/verify.js';
import { isArchiveName } from '../../files/reading/file-kind.js';
import type { SourceListing } from '../../files/reading/source-files.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { ImportStop } from './import-stop.js';

/** The worst first. */
const RANK: readonly BrokenCode[] = ['no_files', 'unreadable', 'no_audio', 'no_duration', 'cut_off', 'wrong_length'];
/** Recordings that a person may accept: too long or too short, or with a part missing. */
const ACCEPTABLE: readonly VerifyCode[] = ['wrong_length', 'cut_off'];
const NAMED_ARCHIVES = 3;

/** Says which files of a download are archives, in which the rest of the book may be. @returns nothing where there are none */
export function notUnpacked({ other }: Pick<SourceListing, 'other'>): Sentence | undefined {
  const names = other.map(({ name }) => name).filter(isArchiveName);
  if (names.length === 0) return undefined;
  return sentence('finding.not_unpacked', { files: quotedList(names, NAMED_ARCHIVES), count: names.length });
}

interface RefuseOptions {
  /** A person has looked. */
  readonly accepted: boolean;
  readonly archives: Sentence | undefined;
  /** Facts for the timeline. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Refuses recordings of which something cannot be played or is missing. One that only has the wrong length passes, because its tags tell more.
 *
 * @throws ImportStop broken, with the files in words
 */
export function refuseBroken(audio: Verification, { accepted, archives, detail }: RefuseOptions): void {
  if (audio.status !== 'broken') return;
  const reasons = audio.reasons.filter(({ code }) => !accepted || !ACCEPTABLE.includes(code));
  const [worst] = reasons.map(({ code }) => code).sort((a, b) => RANK.indexOf(a) - RANK.indexOf(b));
  if (worst === undefined || (worst === 'wrong_length' && archives === undefined)) return;
  const finding = inRow(...reasons.map(({ said }) => said), archives);
  throw new ImportStop('broken', waitReason(worst === 'wrong_length' ? 'cut_off' : worst, { finding }), detail);
}
