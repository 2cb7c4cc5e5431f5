import { CUT_OFF, UNSURE, WHOLE, within, type ByteVerdict } from './byte-verdict.js';
import type { FileBytes } from './open-bytes.js';

/** An atom: ISO/IEC 14496-12, 4.2. Places are from the beginning of the file. */
interface Atom {
  readonly type: string;
  /** Of what it holds. */
  readonly begin: number;
  readonly end: number;
}

/** More than a file in fragments of a second has, of a day. */
const MOST_ATOMS = 250_000;
/** Covers and chapters are tracks, too. */
const MOST_TRACKS = 64;
const ENTRIES_AT_ONCE = 8192;
const EMPTY_BYTES = 16;
/** Those without which sound is missing. */
const OF_SOUND = ['moov', 'moof', 'mdat'];

/** The atoms between two places. One that says it goes to the end of the file does. What is no atom ends the list. */
async function atomsIn(bytes: FileBytes, from: number, to: number): Promise<Atom[]> {
  const atoms: Atom[] = [];
  for (let at = from; at + 8 <= to && atoms.length < MOST_ATOMS;) {
    const head = await bytes.read(at, 16);
    const type = head.toString('latin1', 4, 8);
    if (head.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(type)) break;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) break;
    const long = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const length = short === 0 ? to - at : long;
    const headLength = short === 1 ? 16 : 8;
    if (length < headLength) break;
    atoms.push({ type, begin: at + headLength, end: at + length });
    at += length;
  }
  return atoms;
}

/** The atoms in another. None goes beyond its end, whatever it says, so that all tables together are no longer than the file. */
async function atomsOf(bytes: FileBytes, parent: Atom): Promise<Atom[]> {
  const to = Math.min(parent.end, bytes.size);
  return (await atomsIn(bytes, parent.begin, to)).map((atom) => ({ ...atom, end: Math.min(atom.end, to) }));
}

async function inside(bytes: FileBytes, parent: Atom, ...path: readonly string[]): Promise<Atom | undefined> {
  let found: Atom | undefined = parent;
  for (const type of path) {
    if (!found) return undefined;
    found = (await atomsOf(bytes, found)).find((atom) => atom.type === type);
  }
  return found;
}

async function readNumber(bytes: FileBytes, at: number): Promise<number> {
  const read = await bytes.read(at, 4);
  return read.length < 4 ? 0 : read.readUInt32BE(0);
}

/** The entries that a table holds at most, whatever number of them it names. */
function entriesIn({ end }: Atom, begin: number, width: number): number {
  return Math.max(0, Math.floor((end - begin) / width));
}

/** Looks at the entries of a table one after another, from the given one on, as far as there are any. @param width bytes of an entry */
async function eachEntry(
  bytes: FileBytes,
  table: { readonly begin: number; readonly width: number; readonly count: number },
  first: number,
  visit: (part: Buffer, at: number, index: number) => boolean | void,
): Promise<void> {
  const { begin, width, count } = table;
  for (let index = first; index < count;) {
    const part = await bytes.read(begin + index * width, Math.min(ENTRIES_AT_ONCE, count - index) * width);
    const read = Math.floor(part.length / width);
    if (read === 0) return;
    for (let entry = 0; entry < read; entry += 1) if (visit(part, entry * width, index + entry) === false) return;
    index += read;
  }
}

/** The place of the chunk that lies last. Chunks need not lie in their order. */
async function lastChunk(bytes: FileBytes, chunks: Atom): Promise<{ readonly index: number; readonly at: number } | undefined> {
  const width = chunks.type === 'co64' ? 8 : 4;
  const count = Math.min(await readNumber(bytes, chunks.begin + 4), entriesIn(chunks, chunks.begin + 8, width));
  let last: { index: number; at: number } | undefined;
  await eachEntry(bytes, { begin: chunks.begin + 8, width, count }, 0, (part, entry, index) => {
    const at = width === 8 ? Number(part.readBigUInt64BE(entry)) : part.readUInt32BE(entry);
    if (!last || at > last.at) last = { index, at };
  });
  return last;
}

/** The samples in a chunk, and how many there are in front of it. */
async function samplesOf(bytes: FileBytes, stsc: Atom, chunk: number): Promise<{ readonly before: number; readonly inside: number }> {
  const count = Math.min(await readNumber(bytes, stsc.begin + 4), entriesIn(stsc, stsc.begin + 8, 12));
  let before = 0;
  let now = { first: 0, samples: 0 };
  await eachEntry(bytes, { begin: stsc.begin + 8, width: 12, count }, 0, (part, entry) => {
    const next = { first: part.readUInt32BE(entry) - 1, samples: part.readUInt32BE(entry + 4) };
    if (next.first > chunk) return false;
    before += (next.first - now.first) * now.samples;
    now = next;
    return true;
  });
  return { before: before + (chunk - now.first) * now.samples, inside: now.samples };
}

/** Bytes of some samples that follow each other, and of the last of them. */
async function sizeOf(
  bytes: FileBytes,
  stsz: Atom,
  first: number,
  count: number,
): Promise<{ readonly all: number; readonly last: number }> {
  const fixed = await readNumber(bytes, stsz.begin + 4);
  if (fixed > 0) return { all: fixed * count, last: count > 0 ? fixed : 0 };
  const total = Math.min(await readNumber(bytes, stsz.begin + 8), entriesIn(stsz, stsz.begin + 12, 4));
  const sum = { all: 0, last: 0 };
  await eachEntry(bytes, { begin: stsz.begin + 12, width: 4, count: Math.min(total, first + count) }, first, (part, entry) => {
    sum.last = part.readUInt32BE(entry);
    sum.all += sum.last;
  });
  return sum;
}

/** The last sample of a track. @returns nothing where its table names none, as in a file of fragments */
async function lastSample(bytes: FileBytes, track: Atom): Promise<{ readonly begin: number; readonly end: number } | undefined> {
  const stbl = await inside(bytes, track, 'mdia', 'minf', 'stbl');
  if (!stbl) return undefined;
  const tables = await atomsOf(bytes, stbl);
  const [chunks, stsc, stsz] = ['stco|co64', 'stsc', 'stsz'].map((types) => tables.find(({ type }) => types.split('|').includes(type)));
  if (!chunks || !stsc || !stsz) return undefined;
  const last = await lastChunk(bytes, chunks);
  if (!last) return undefined;
  const samples = await samplesOf(bytes, stsc, last.index);
  const size = await sizeOf(bytes, stsz, samples.before, samples.inside);
  const end = last.at + size.all;
  return { begin: end - size.last, end };
}

async function isSound(bytes: FileBytes, track: Atom): Promise<boolean> {
  const handler = await inside(bytes, track, 'mdia', 'hdlr');
  return handler !== undefined && (await bytes.read(handler.begin + 8, 4)).toString('latin1') === 'soun';
}

async function judgeSample(bytes: FileBytes, { begin, end }: { readonly begin: number; readonly end: number }): Promise<ByteVerdict> {
  const verdict = within(bytes.size, end);
  if (verdict.is !== 'whole' || end - begin < EMPTY_BYTES) return verdict;
  const sample = await bytes.read(begin, Math.min(end - begin, 4096));
  return sample.every((byte) => byte === 0) ? { is: 'empty_end' } : WHOLE;
}

/** The end of the fragments that an index in front of them lists: ISO/IEC 14496-12, 8.16.3. */
async function indexedEnd(bytes: FileBytes, sidx: Atom): Promise<number> {
  const head = await bytes.read(sidx.begin, 32);
  if (head.length < 32) return 0;
  const isLong = head[0] === 1;
  let end = sidx.end + (isLong ? Number(head.readBigUInt64BE(20)) : head.readUInt32BE(16));
  const count = head.readUInt16BE(isLong ? 30 : 22);
  const first = sidx.begin + (isLong ? 32 : 24);
  for (let index = 0; index < count; index += 1) end += (await readNumber(bytes, first + index * 12)) & 0x7fffffff;
  return end;
}

/** Compares an MP4 with its tables of samples, or with its fragments where it has no tables. */
export async function mp4Bytes(bytes: FileBytes): Promise<ByteVerdict> {
  const atoms = await atomsIn(bytes, 0, bytes.size);
  const moov = atoms.find(({ type }) => type === 'moov');
  const isBeyond = atoms.some(({ type, end }) => OF_SOUND.includes(type) && end > bytes.size);
  if (!moov) return isBeyond ? CUT_OFF : UNSURE;
  if (moov.end > bytes.size) return CUT_OFF;
  const tracks = (await atomsOf(bytes, moov)).filter(({ type }) => type === 'trak').slice(0, MOST_TRACKS);
  const verdicts: ByteVerdict[] = [];
  for (const track of tracks) {
    const sample = (await isSound(bytes, track)) ? await lastSample(bytes, track) : undefined;
    if (sample) verdicts.push(await judgeSample(bytes, sample));
  }
  if (verdicts.length > 0) return verdicts.find(({ is }) => is !== 'whole') ?? WHOLE;
  const sidx = atoms.find(({ type }) => type === 'sidx');
  if (isBeyond || (sidx && (await indexedEnd(bytes, sidx)) > bytes.size)) return CUT_OFF;
  return atoms.some(({ type }) => type === 'moof') ? WHOLE : UNSURE;
}
