import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/** A book on disk that torrents are made of. */
export interface TestContent {
  /** Name of the folder. */
  readonly name: string;
  /** Absolute path of the folder. */
  readonly dir: string;
  /** `path` is relative to `dir`, with forward slashes; `size` in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

export interface MakeContentOptions {
  readonly author?: string;
  readonly title?: string;
  /** The number of files; default 3. */
  readonly files?: number;
  /** Approximate bytes of each file; default 600,000. */
  readonly size?: number;
  /** The same seed gives the same bytes, and so the same info hash. */
  readonly seed?: number;
}

/** Pseudo-random bytes by xorshift32: incompressible, and the same for the same seed. */
function randomBytes(count: number, seed: number): Buffer {
  let state = seed >>> 0 || 1;
  const bytes = Buffer.allocUnsafe(count);
  for (let i = 0; i < count; i++) {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    bytes[i] = state & 0xff;
  }
  return bytes;
}

function id3Frame(id: string, payload: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(id, 0, 'latin1');
  // ID3v2.3 frame sizes are plain 32-bit numbers, unlike the tag's own size.
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

function textFrame(id: string, text: string): Buffer {
  return id3Frame(id, Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]));
}

interface Mp3Options {
  readonly title: string;
  readonly album: string;
  readonly artist: string;
  readonly track: number;
  readonly size: number;
  readonly seed: number;
}

/** About `size` bytes: an ID3v2.3 tag with incompressible private data, then silent 128 kbit/s frames. */
function mp3({ title, album, artist, track, size, seed }: Mp3Options): Buffer {
  const filler = randomBytes(Math.max(64, Math.floor(size * 0.6)), seed);
  const frames = Buffer.concat([
    textFrame('TIT2', title),
    textFrame('TALB', album),
    textFrame('TPE1', artist),
    textFrame('TRCK', String(track)),
    id3Frame('PRIV', Buffer.concat([Buffer.from('testbed\0', 'latin1'), filler])),
  ]);
  const length = frames.length;
  const synchsafe = [21, 14, 7, 0].map((shift) => (length >>> shift) & 0x7f);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...synchsafe]);
  // MPEG-1 layer III, 128 kbit/s, 44.1 kHz; side information of zeros decodes to silence.
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90]);
  const count = Math.max(4, Math.floor((size - length - header.length) / frame.length));
  return Buffer.concat([header, frames, ...Array.from({ length: count }, () => frame)]);
}

/** Writes a folder of small, well-formed MP3 files below `parent`, named `<author> - <title>`. */
export function makeContent(parent: string, options: MakeContentOptions = {}): TestContent {
  const { author = 'Jane Example', title = 'The Loopback Chronicles', files = 3, size = 600_000, seed = 7 } = options;
  const dir = join(parent, `${author} - ${title}`);
  mkdirSync(dir, { recursive: true });
  for (let track = 1; track <= files; track++) {
    const data = mp3({ title: `Chapter ${track}`, album: title, artist: author, track, size, seed: seed * 1000 + track });
    writeFileSync(join(dir, `${String(track).padStart(2, '0')} - Chapter ${track}.mp3`), data);
  }
  return contentFrom(dir);
}

/** All regular files below `dir`, absolute, sorted. */
export function listFiles(dir: string): string[] {
  const found = readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
  return found.sort();
}

/** Describes an existing folder, e.g. of real audio files, the way {@link makeContent} does. */
export function contentFrom(dir: string): TestContent {
  const files = listFiles(dir).map((path) => ({ path: relative(dir, path).split(sep).join('/'), size: statSync(path).size }));
  return { name: basename(dir), dir, files };
}
