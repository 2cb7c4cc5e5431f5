/** Numbers from 0 to below 1, the same for each seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

function syncsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127));
}

/** An ID3v2.3 tag; its size may lie. */
function id3(frames: Buffer, { flags = 0, size = frames.length } = {}): Buffer {
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, flags]), syncsafe(size), frames]);
}

function frame(id: string, data: Buffer, size = data.length): Buffer {
  const head = Buffer.alloc(10);
  head.write(id);
  head.writeUInt32BE(size, 4);
  return Buffer.concat([head, data]);
}

function text(length: number): Buffer {
  return Buffer.concat([Buffer.from([0]), Buffer.alloc(length, 'x')]);
}

function atom(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

const BRAND = atom('ftyp', Buffer.from('M4B \0\0\0\0isom'));
const ATOMS = ['moov', 'trak', 'mdhd', 'stsz', 'stco', 'stsc', 'stts', 'udta', 'meta', 'ilst'];

function nested(levels: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < levels; level += 1) inner = atom('udta', inner);
  return Buffer.concat([BRAND, atom('moov', inner)]);
}

/** A page of ten thousand chapters, in front of audio. */
function chapters(audio: Buffer): Buffer {
  const one = (index: number) => frame('CHAP', Buffer.concat([Buffer.from(`c${index}\0`), Buffer.alloc(16), frame('TIT2', text(20))]));
  return Buffer.concat([id3(Buffer.concat(Array.from({ length: 10_000 }, (_, index) => one(index)))), audio]);
}

/** Writes numbers over the places that follow or precede names. */
function overwrite(audio: Buffer, names: readonly string[], offset: number, values: readonly number[], random: () => number): Buffer {
  const bytes = Buffer.from(audio);
  for (const name of names) {
    const at = bytes.indexOf(name) + offset;
    const value = values[Math.floor(random() * values.length)] ?? 0;
    if (at >= offset && at >= 0 && at + 4 <= bytes.length && random() < 0.6) bytes.writeUInt32BE(value, at);
  }
  return bytes;
}

function flipped(audio: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(audio);
  for (let times = 0; times < 40; times += 1) {
    const among = random() < 0.5 ? Math.min(400, bytes.length) : bytes.length;
    bytes[Math.floor(random() * among)] = Math.floor(random() * 256);
  }
  return bytes;
}

function granules(opus: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(opus);
  const lies = [0n, 0xffff_ffff_ffff_ffffn, 0x7fff_ffff_ffff_ffffn, 1_000_000_000n];
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 1)) {
    bytes.writeBigUInt64LE(lies[Math.floor(random() * lies.length)] ?? 0n, at + 6);
  }
  return bytes;
}

/** Good files, by what they are. */
export interface GoodAudio {
  readonly mp3: Buffer;
  readonly m4b: Buffer;
  readonly opus: Buffer;
  readonly flac: Buffer;
}

/** Marks behind or before which sizes and counts stand. */
const MARKS: Readonly<Record<keyof GoodAudio, readonly string[]>> = {
  mp3: ['ID3', 'TIT2', 'TSSE', 'TXXX', 'Xing', 'Info', 'LAME'],
  m4b: [...ATOMS, 'ftyp', 'mdat', 'stsd', 'mp4a', 'esds', 'elst', '\xa9nam', 'data', 'hdlr', 'tkhd', 'mvhd'],
  opus: ['OggS', 'OpusHead', 'OpusTags', 'title'],
  flac: ['fLaC', 'title', 'encoder', 'Lavf'],
};
const LIES = [0, 1, 7, 8, 0x7f, 0xff, 0xffff, 0x00ff_ffff, 0x0100_0000, 0x7f7f_7f7f, 0x7fff_ffff, 0x8000_0000, 0xffff_fff7, 0xffff_ffff];

type Mutation = (bytes: Buffer, kind: keyof GoodAudio, random: () => number) => Buffer;

function among<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A place in front of, or behind, one of the marks of the file; anywhere if it has none of them. */
function placeIn(bytes: Buffer, kind: keyof GoodAudio, random: () => number): number {
  const mark = bytes.indexOf(Buffer.from(among(MARKS[kind], random), 'latin1'));
  const near = mark < 0 ? Math.floor(random() * bytes.length) : mark + among([-8, -4, 4, 6, 8, 12, 16, 22, 26], random);
  return Math.max(0, Math.min(bytes.length - 8, near));
}

const MUTATIONS: readonly Mutation[] = [
  (bytes, _kind, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  (bytes, _kind, random) => flipped(bytes, random),
  function lie(bytes, kind, random) {
    const all = Buffer.from(bytes);
    const [at, value] = [placeIn(all, kind, random), among(LIES, random)];
    if (random() < 0.5) all.writeUInt32BE(value, at);
    else all.writeUInt32LE(value, at);
    return all;
  },
  function longText(bytes, kind, random) {
    const at = placeIn(bytes, kind, random);
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(1_000_000 + Math.floor(random() * 2_000_000), 'x'), bytes.subarray(at)]);
  },
  function repeated(bytes, kind, random) {
    const at = placeIn(bytes, kind, random);
    const piece = bytes.subarray(at, at + 1 + Math.floor(random() * 4000));
    return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: 200 }, () => piece), bytes.subarray(at)]);
  },
  function leftOut(bytes, kind, random) {
    const at = placeIn(bytes, kind, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + Math.floor(random() * 400))]);
  },
  function wrapped(bytes, kind, random) {
    if (kind !== 'm4b') return Buffer.concat([id3(frame('TIT2', text(50), among(LIES, random))), bytes]);
    let inner = bytes.subarray(0, 4000);
    for (let level = 0; level < 300; level += 1) inner = atom(among(['moov', 'udta', 'meta', 'trak'], random), inner);
    return Buffer.concat([BRAND, inner, bytes]);
  },
];

/** Good files that were damaged in one to three ways each, by their names. The same for each seed. */
export function* mutatedAudio(good: GoodAudio, seed: number, count: number): Generator<readonly [name: string, bytes: Buffer]> {
  const random = seeded(seed);
  const kinds = Object.keys(good) as (keyof GoodAudio)[];
  for (let index = 0; index < count; index += 1) {
    const kind = among(kinds, random);
    let bytes = good[kind];
    for (let times = Math.ceil(random() * 3); times > 0 && bytes.length > 16; times -= 1)
      bytes = among(MUTATIONS, random)(bytes, kind, random);
    yield [`${index}.${kind}`, bytes];
  }
}

/** Files that claim to be audio and are meant to hurt whoever reads them, by their names. The same for each seed. */
export function hostileAudio({ mp3, m4b, opus }: GoodAudio, seed: number): ReadonlyMap<string, Buffer> {
  const random = seeded(seed);
  const cut = (audio: Buffer) => audio.subarray(0, Math.floor(random() * audio.length));
  const unsynced = Buffer.concat([frame('TIT2', Buffer.alloc(200_000, 0xff)), frame('TXXX', Buffer.alloc(1000, 0xff))]);
  return new Map([
    ['empty.mp3', Buffer.alloc(0)],
    ['zeros.m4b', Buffer.alloc(100_000)],
    ['noise.opus', Buffer.from(Array.from({ length: 20_000 }, () => Math.floor(random() * 256)))],
    ['truncated.mp3', cut(mp3)],
    ['truncated.m4b', cut(m4b)],
    ['truncated.opus', cut(opus)],
    ['flipped.mp3', flipped(mp3, random)],
    ['flipped.m4b', flipped(m4b, random)],
    ['flipped.opus', flipped(opus, random)],
    ['long-title.mp3', Buffer.concat([id3(frame('TIT2', text(10_000_000))), mp3])],
    ['frame-size.mp3', Buffer.concat([id3(frame('TIT2', text(10), 0xffff_ffff)), mp3])],
    ['tag-size.mp3', Buffer.concat([id3(frame('TIT2', text(10)), { size: 0x0fff_ffff }), mp3])],
    ['unsynced.mp3', Buffer.concat([id3(unsynced, { flags: 0x80 }), mp3])],
    ['extended.mp3', Buffer.concat([id3(unsynced, { flags: 0xc0 }), mp3])],
    ['chapters.mp3', chapters(mp3)],
    ['tag-alone.mp3', id3(frame('TIT2', text(100)))],
    ['atom-sizes.m4b', overwrite(m4b, ATOMS, -4, [0, 1, 7, 16, 0x7fff_ffff, 0xffff_ffff], random)],
    ['atom-counts.m4b', overwrite(m4b, ['stsz', 'stco', 'stsc', 'stts'], 8, [50_000_000, 0x0fff_ffff, 0xffff_ffff], random)],
    ['nested.m4b', nested(2000)],
    [
      'many-atoms.m4b',
      Buffer.concat([BRAND, atom('moov', Buffer.concat(Array.from({ length: 100_000 }, () => atom('free', Buffer.alloc(0)))))]),
    ],
    ['granules.opus', granules(opus, random)],
    ['comment-count.opus', overwrite(opus, ['OpusTags'], 8, [0xffff_ffff, 0x00e1_f505], () => 0)],
  ]);
}
