import type { CatalogBook } from '@lectern/plugin-api';
import { isTrue } from '../../platform/db/index.js';
import { inRow, quotedList, sentence, type Said, type Sentence } from '../../platform/words/index.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import { probeFiles } from '../../files/checking/probe-files.js';
import { verifyAudio } from '../../files/checking/verify.js';
import type { ProbedFile, Verification } from '../../files/checking/verify.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { unwrapFolders } from '../../files/reading/unwrap-folders.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { WantedBook } from '../search/ranking/wanted-book.js';
import { withWantedPeople } from '../search/ranking/wanted-people.js';
import { wantedFromCatalog } from '../search/wanted-from-request.js';
import { areNamedFolders, partsOfPack } from './book-of-pack.js';
import type { ImportCatalog } from './import-dependencies.js';
import { ImportStop } from './import-stop.js';
import { listedName } from './listed-name.js';
import { refuseBroken } from './refuse-broken.js';
import { groupClaims } from './tags/file-claims.js';
import { judgeTags, lengthCheck, type TagVerdict } from './tags/judge-tags.js';
import { compareTagOrder } from './tags/tag-order.js';
import { statedRecordings } from './tags/stated-recordings.js';
import type { Verified, VerifyOptions } from './verify-ebooks.js';

interface RecordingOptions extends VerifyOptions {
  readonly probe: AudioProbe;
  readonly catalog: ImportCatalog;
  readonly request: Pick<RequestRow, 'asin' | 'type' | 'region' | 'title' | 'author' | 'anyReading'>;
  readonly book: CatalogBook | undefined;
  /** Milliseconds for playing the ends of files; default: those of an import. */
  readonly playMs?: number;
  /** What is said of archives that lie beside the files. */
  readonly archives?: Sentence | undefined;
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
function findingOf(tags: TagVerdict, audio: Verification, archives?: Sentence): { readonly text: Said; readonly isEvidence: boolean } {
  const reasons = audio.status === 'ok' ? [] : audio.reasons;
  const isShort = reasons.some(({ code }) => code === 'too_short');
  const text = inRow(tags.evidence, ...reasons.map(({ said }) => said), isShort ? archives : undefined);
  const isNamed = isShort && archives !== undefined;
  return { text, isEvidence: !isNamed && reasons.every(({ code }) => /^(?:too_|wrong_length)/.test(code)) };
}

/** What files are, compared with the wanted book. */
interface Examination {
  readonly probed: readonly ProbedFile[];
  readonly audio: Verification;
  readonly tags: TagVerdict;
}

/** What is compared with the files of one import. */
interface Comparison extends RecordingOptions {
  readonly wanted: WantedBook;
  readonly isNarratorRequested: boolean;
}

async function examine(probed: readonly ProbedFile[], options: Comparison): Promise<Examination> {
  const { book, catalog, request, signal, wanted, isNarratorRequested } = options;
  const audio = verifyAudio(probed, { durationMinutes: book?.durationMinutes, isNarratorRequested });
  const groups = await groupClaims(probed);
  const stated = await statedRecordings(catalog, groups, { wanted, book, region: request.region, signal });
  return { probed, audio, tags: await judgeTags(groups, { wanted, stated, isNarratorRequested }) };
}

function isGood({ audio, tags }: Examination): boolean {
  return audio.status === 'ok' && tags.status === 'ok';
}

/** Parts of a pack that are compared; more are hardly all called like the wanted book. */
const MOST_COMPARED = 5;

/**
 * The one book of a pack that is the wanted one, if the files are several books and one of them clearly is.
 *
 * @throws ImportStop suspect, if they are several books and nobody can say which
 */
async function bookOfPack(whole: Examination, options: Comparison): Promise<Examination | undefined> {
  const { book, accepted, wanted } = options;
  const minutes = book?.durationMinutes ?? 0;
  const isMore = minutes > 0 && whole.audio.durationSeconds > minutes * 60 && whole.audio.status !== 'ok';
  const parts = partsOfPack(whole.probed, wanted);
  const isPack = isMore || (minutes > 0 ? whole.tags.status !== 'ok' : areNamedFolders(parts));
  if (parts.length < 2 || !isPack) return undefined;
  const named = parts.filter(({ isWanted }) => isWanted);
  const compared = await Promise.all(named.slice(0, MOST_COMPARED).map(({ files }) => examine(files, options)));
  const good = compared.filter(isGood);
  if (good.length === 1 && named.length <= MOST_COMPARED) return good[0];
  const others = parts.filter(({ isWanted, isBook }) => isBook && !isWanted);
  if (accepted || named.length === 0 || others.length === 0) return undefined;
  const finding = sentence('finding.several_books', {
    names: quotedList(
      parts.map(({ name }) => name),
      3,
    ),
    count: parts.length,
  });
  throw new ImportStop('suspect', waitReason('verification_suspect.pack', { finding }), { parts: parts.length });
}

function refuseDoubtful({ audio, tags }: Examination, detail: Readonly<Record<string, unknown>>, { book, archives }: Comparison): void {
  if (audio.status === 'ok' && tags.status === 'ok') return;
  const isLengthOff = audio.status !== 'ok' && audio.reasons.some(({ code }) => /^(?:too_|wrong_length)/.test(code));
  const checks = [...tags.checks, lengthCheck(audio.durationSeconds, book?.durationMinutes, isLengthOff)];
  const { text, isEvidence } = findingOf(tags, audio, archives);
  const facts = { ...detail, checks };
  if (tags.status === 'broken') throw new ImportStop('broken', waitReason('wrong_book', { evidence: text }, { checks }), facts);
  if (audio.status === 'broken') throw new ImportStop('broken', waitReason('wrong_length', { evidence: text }, { checks }), facts);
  const reason = isEvidence
    ? waitReason('verification_suspect.evidence', { evidence: text }, { checks })
    : waitReason('verification_suspect', { finding: text }, { checks });
  throw new ImportStop('suspect', reason, facts);
}

/** The files in the order in which they are listened to. @throws ImportStop suspect, where names and tags contradict each other */
function inOrder(files: readonly SourceFile[], probed: readonly ProbedFile[], accepted: boolean): readonly SourceFile[] {
  const order = compareTagOrder(probed);
  if (order.kind === 'decides') return order.order.flatMap((position) => files[position] ?? []);
  if (order.kind === 'agrees' || accepted) return files;
  const { file, named, tagged } = order;
  throw new ImportStop('suspect', waitReason('verification_suspect.order', { file, named, tagged }), { file, named, tagged });
}

/**
 * Checks that the files are a recording of about the catalogue's duration, that their tags do not name another book, and that tags and names
 * state one order. Of a pack of several books only the wanted one is taken.
 *
 * @throws ImportStop broken or suspect, with the evidence in words
 */
export async function verifyRecording(files: readonly SourceFile[], options: RecordingOptions): Promise<Verified> {
  const { book, accepted } = options;
  const wanted = await wantedOf(options);
  const comparison = { ...options, wanted, isNarratorRequested: await isNarratorRequested(options) };
  const whole = await examine(await probeFiles(options.probe, files, options), comparison);
  const chosen = (await bookOfPack(whole, comparison)) ?? whole;
  const names = new Set(chosen.probed.map(({ name }) => name));
  const taken = files.filter(({ name }) => names.has(name));
  const { durationSeconds } = chosen.audio;
  const detail = { durationSeconds: Math.round(durationSeconds), expectedMinutes: book?.durationMinutes, files: taken.length };
  refuseBroken(chosen.audio, { accepted, archives: options.archives, detail });
  // a person has looked, and takes precedence over what the files say
  if (!accepted) refuseDoubtful(chosen, detail, comparison);
  const videos = new Set(chosen.probed.flatMap((file) => ('info' in file && file.info.hasVideo ? [file.name] : [])));
  const listed = taken.map((file) => (videos.has(file.name) ? file : { ...file, name: listedName(file.name) }));
  const leftOut = files.filter(({ name }) => !names.has(name));
  return { files: unwrapFolders(inOrder(listed, chosen.probed, accepted)), durationSeconds, leftOut };
}
