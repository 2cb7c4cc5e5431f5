import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';

import type { SourceFile } from '../reading/source-files.js';
import { mergeBook, type MergedBook, type MergeInput } from './merge-book.js';
import { findMergeTools, type MergeTools } from './merge-tools.js';

const run = promisify(execFile);

/** How a test file sounds and is encoded. */
export interface SoundOptions {
  /** Default 8. */
  readonly seconds?: number;
  /** Hertz of the tone. Default 440. */
  readonly tone?: number;
  /** Default `aac`. */
  readonly codec?: 'aac' | 'alac' | 'libmp3lame' | 'flac';
  /** Default 22,050. */
  readonly sampleRate?: number;
  /** Default 1. */
  readonly channels?: number;
  readonly bitrate?: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** More options of ffmpeg, in front of the output. */
  readonly more?: readonly string[];
}

/** What ffmpeg has made in this process, since many tests want the same sound. */
const made = new Map<string, Buffer>();

/** Makes an audio file with ffmpeg. */
export async function makeSound(path: string, options: SoundOptions = {}): Promise<SourceFile> {
  // further options may name files, whose content can change
  const key = options.more === undefined ? JSON.stringify([extname(path), options]) : undefined;
  const known = key === undefined ? undefined : made.get(key);
  if (known) await writeFile(path, known);
  else await encode(path, options);
  if (key !== undefined && !known) made.set(key, await readFile(path));
  return sourceOf(path);
}

async function encode(path: string, options: SoundOptions): Promise<void> {
  const { seconds = 8, tone = 440, codec = 'aac', sampleRate = 22_050, channels = 1, bitrate = '32k', tags = {}, more = [] } = options;
  const source = ['-f', 'lavfi', '-i', `sine=frequency=${tone}:duration=${seconds}:sample_rate=${sampleRate}`];
  const texts = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  await run('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...source,
    ...more,
    '-c:a',
    codec,
    '-ac',
    String(channels),
    '-b:a',
    bitrate,
    ...texts,
    `file:${path}`,
  ]);
}

export async function sourceOf(path: string): Promise<SourceFile> {
  const { size, mtimeMs } = await stat(path);
  return { path, name: basename(path), size, modifiedAt: mtimeMs };
}

/** What ffprobe says of a merged file. */
export interface Seen {
  readonly seconds: number;
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly tags: Readonly<Record<string, string>>;
  readonly chapters: readonly { readonly title: string; readonly from: number; readonly to: number }[];
  readonly pictures: number;
}

interface Printed {
  format: { duration: string; tags?: Record<string, string> };
  streams: { codec_type: string; codec_name: string; sample_rate?: string; channels?: number; disposition: { attached_pic: number } }[];
  chapters: { start_time: string; end_time: string; tags: { title: string } }[];
}

export async function look(path: string): Promise<Seen> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-print_format',
    'json',
    '-show_format',
    '-show_streams',
    '-show_chapters',
    `file:${path}`,
  ]);
  const { format, streams, chapters } = JSON.parse(stdout) as Printed;
  const audio = streams.find(({ codec_type: type }) => type === 'audio');
  return {
    seconds: Number(format.duration),
    codec: audio?.codec_name ?? '',
    sampleRate: Number(audio?.sample_rate),
    channels: audio?.channels ?? 0,
    tags: format.tags ?? {},
    chapters: chapters.map(({ start_time: from, end_time: to, tags }) => ({ title: tags.title, from: Number(from), to: Number(to) })),
    pictures: streams.filter(({ disposition }) => disposition.attached_pic === 1).length,
  };
}

/** The titles in the older list of chapters, which players read that know no chapter track. */
export async function oldChapterList(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  let at = bytes.indexOf('chpl') + 'chpl'.length;
  // version, flags and a reserved word: then a count in one byte
  const count = bytes.readUInt8(at + 8);
  at += 9;
  return Array.from({ length: count }, () => {
    const length = bytes.readUInt8(at + 8);
    const title = bytes.toString('utf8', at + 9, at + 9 + length);
    at += 9 + length;
    return title;
  });
}

/** The frequency of the tone at a place of a file, to the nearest ten hertz: half the crossings of zero. */
export function toneAt(path: string, second: number): number {
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-ss',
    String(second),
    '-t',
    '2',
    '-i',
    `file:${path}`,
    '-map',
    '0:a',
    '-ac',
    '1',
    '-f',
    's16le',
    '-ar',
    '22050',
    '-',
  ];
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 10_000_000 });
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) crossings += 1;
  return Math.round(crossings / (samples.length / 22_050) / 10) * 10;
}

/** A folder with sources, and one to merge in. */
export interface MergeWorld {
  readonly dir: string;
  readonly records: string;
  readonly tools: MergeTools;
  /** A path among the sources. */
  source(name: string): string;
  merge(files: readonly SourceFile[], more?: Partial<MergeInput> & { readonly tools?: MergeTools }): Promise<MergedBook>;
  remove(): Promise<void>;
}

export async function createMergeWorld(): Promise<MergeWorld> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-merge-')));
  await mkdir(join(dir, 'sources'));
  const records = join(dir, 'encoders');
  const tools = findMergeTools();
  return {
    dir,
    records,
    tools,
    source: (name) => join(dir, 'sources', name),
    merge: (files, { tools: given, ...more } = {}) =>
      mergeBook(given ?? tools, {
        files,
        folder: join(dir, 'work'),
        tags: {},
        cover: undefined,
        known: ['Dune', 'Frank Herbert'],
        catalogue: async () => undefined,
        encodesMp3: true,
        records,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...more,
      }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
