import type { CatalogBook } from '@lectern/plugin-api';
import { isTrue } from '../../platform/db/index.js';
import { inRow, type Said } from '../../platform/words/index.js';
import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import { verifyAudio } from '../../files/checking/verify.js';
import type { ProbedFile, Verification } from '../../files/checking/verify.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { WantedBook } from '../search/ranking/wanted-book.js';
import { withWantedPeople } from '../search/ranking/wanted-people.js';
import { wantedFromCatalog } from '../search/wanted-from-request.js';
import type { ImportCatalog } from './import-dependencies.js';
import { ImportStop } from './import-stop.js';
import { groupClaims } from './tags/file-claims.js';
import { judgeTags, lengthCheck, type TagVerdict } from './tags/judge-tags.js';
import { statedRecordings } from './tags/stated-recordings.js';
import type { Verified, VerifyOptions } from './verify-ebooks.js';

interface RecordingOptions extends VerifyOptions {
  readonly probe: AudioProbe;
  readonly catalog: ImportCatalog;
  readonly request: Pick<RequestRow, 'asin' | 'type' | 'region' | 'title' | 'author' | 'anyReading'>;
  readonly book: CatalogBook | undefined;
}

async function probeAll(probe: AudioProbe, files: readonly SourceFile[], options: VerifyOptions): Promise<ProbedFile[]> {
  const probed: ProbedFile[] = [];
  for (const [index, file] of files.entries()) {
    options.signal.throwIfAborted();
    try {
      probed.push({ name: file.name, info: await probe.probe(file.path, { signal: options.signal }) });
    } catch (error) {
      // every other code says that the file was not read, not that it is bad
      if (!isAudioProbeError(error) || error.code !== 'unreadable') throw error;
      probed.push({ name: file.name, error: error.message });
    }
    options.onProgress((index + 1) / files.length);
  }
  return probed;
}

/** The wanted book as the catalogue describes it, or as it was known when it was requested. */
async function wantedOf({ catalog, request, book }: RecordingOptions): Promise<WantedBook> {
  if (book) return withWantedPeople(await wantedFromCatalog(catalog, request, book));
  const siblings = (await catalog.siblings([request.asin])).get(request.asin) ?? [];
  const { title, author, asin } = request;
  return { title, authors: author === '' ? [] : [author], narrators: [], asin, siblings, format: 'audiobook' };
}

/** Whether a recording by somebody else is not what was asked for, and the catalogue has one. */
async function isNarratorRequested({ catalog, request, book }: RecordingOptions): Promise<boolean> {
  return book !== undefined && !isTrue(request.anyReading) && (await catalog.hasOtherReadings(book));
}

/** Sentences that name no file may be read by everybody. */
function findingOf(tags: TagVerdict, audio: Verification): { readonly text: Said; readonly isEvidence: boolean } {
  const reasons = audio.status === 'ok' ? [] : audio.reasons;
  const text = inRow(tags.evidence, ...reasons.map(({ said }) => said));
  return { text, isEvidence: reasons.every(({ code }) => /^(?:too_|wrong_length)/.test(code)) };
}

/**
 * Checks that the files are a recording of about the catalogue's duration, and that their tags do not name another book.
 *
 * @throws ImportStop broken or suspect, with the evidence in words
 */
export async function verifyRecording(files: readonly SourceFile[], options: RecordingOptions): Promise<Verified> {
  const { book, request, catalog, accepted, signal } = options;
  const probed = await probeAll(options.probe, files, options);
  const narratorRequested = await isNarratorRequested(options);
  const audio = verifyAudio(probed, { durationMinutes: book?.durationMinutes, isNarratorRequested: narratorRequested });
  const { durationSeconds } = audio;
  const detail = { durationSeconds: Math.round(durationSeconds), expectedMinutes: book?.durationMinutes, files: files.length };
  const isUnplayable = audio.status === 'broken' && audio.reasons.some(({ code }) => code !== 'wrong_length');
  if (isUnplayable) {
    const finding = inRow(...audio.reasons.map(({ said }) => said));
    const code = audio.reasons.map((reason) => reason.code).find((broken) => broken !== 'wrong_length') ?? 'unreadable';
    throw new ImportStop('broken', waitReason(code, { finding }), detail);
  }
  // a person has looked, and takes precedence over what the files say
  if (accepted) return { files, durationSeconds };
  const wanted = await wantedOf(options);
  const groups = await groupClaims(probed);
  const stated = await statedRecordings(catalog, groups, { wanted, book, region: request.region, signal });
  const tags = await judgeTags(groups, { wanted, stated, isNarratorRequested: narratorRequested });
  if (audio.status === 'ok' && tags.status === 'ok') return { files, durationSeconds };
  const isLengthOff = audio.status !== 'ok' && audio.reasons.some(({ code }) => /^(?:too_|wrong_length)/.test(code));
  const checks = [...tags.checks, lengthCheck(durationSeconds, book?.durationMinutes, isLengthOff)];
  const { text, isEvidence } = findingOf(tags, audio);
  const facts = { ...detail, checks };
  if (tags.status === 'broken') throw new ImportStop('broken', waitReason('wrong_book', { evidence: text }, { checks }), facts);
  if (audio.status === 'broken') throw new ImportStop('broken', waitReason('wrong_length', { evidence: text }, { checks }), facts);
  const reason = isEvidence
    ? waitReason('verification_suspect.evidence', { evidence: text }, { checks })
    : waitReason('verification_suspect', { finding: text }, { checks });
  throw new ImportStop('suspect', reason, facts);
}
