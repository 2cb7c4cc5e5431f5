import { lstat, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { flushFile } from '../flush-file.js';
import { sentence, type Said } from '../../platform/words/index.js';
import { lackOfSpace } from '../free-space.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { runCommand } from '../checking/run-command.js';
import type { SourceFile } from '../reading/source-files.js';
import { sampledFileHash } from '../sampled-hash.js';
import { planChapters, type CatalogMark, type ChapterPlan } from './chapter-plan.js';
import { checkMerged } from './check-merged.js';
import { runEncoder } from './encoder.js';
import type { JoinFile } from './join-file.js';
import { chooseJoinWay, type JoinWay } from './join-way.js';
import { MergeStop } from './merge-stop.js';
import { concatText, metadataText } from './merge-texts.js';
import type { MergeTools } from './merge-tools.js';
import { readJoinFile } from './read-join-file.js';

/** How far a merge is. */
export interface MergeProgress {
  /** 0 to 1. */
  readonly fraction: number;
  /** Absent until it can be told. */
  readonly etaSeconds?: number;
}

export interface MergeInput {
  /** In the order in which they are listened to. They are only read. */
  readonly files: readonly SourceFile[];
  /** For the work. It is emptied first, and its parent must exist. */
  readonly folder: string;
  /** Tags of the merged file by ffmpeg's names. They win over those of the first file. `undefined`: chapters alone, without tags and picture. */
  readonly tags: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Writes into the merged file what ffmpeg cannot, such as an ASIN, before it is checked. Answers with a sentence if that failed; the file may
   * be damaged then. What it throws ends the merge.
   */
  readonly tag?: ((path: string) => Promise<Said | undefined>) | undefined;
  /** A JPEG or PNG; default: the picture in the first file. */
  readonly cover: Uint8Array | undefined;
  /** Texts that the name of a chapter may repeat without saying anything. */
  readonly known: readonly string[];
  /** The catalogue's chapters; asked for only if the files do not name theirs. */
  readonly catalogue: () => Promise<readonly CatalogMark[] | undefined>;
  /** False to leave MP3 alone instead of encoding it as AAC. */
  readonly encodesMp3: boolean;
  /** Where running encoders are noted, in the data directory. */
  readonly records: string;
  readonly signal: AbortSignal;
  /** Called before each step that changes the folder; throws if the folder is somebody else's by now. */
  readonly hold?: (() => Promise<void>) | undefined;
  readonly onProgress: (progress: MergeProgress) => void;
  /** Ends an encoder that writes nothing for so many milliseconds. Default: ten minutes. */
  readonly stallMs?: number;
}

/** A merged and checked file in the folder for the work. */
export interface MergedBook {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** See `sampledFileHash`. */
  readonly hash: string;
  readonly seconds: number;
  readonly chapters: number;
  readonly chaptersFrom: ChapterPlan['from'];
  readonly way: JoinWay['kind'];
  /** Why it lacks the tags that ffmpeg cannot write; absent if it has them, or nobody wanted them. */
  readonly untagged?: Said;
}

export const MERGED_NAME = 'merged.m4b';
const STALL_MS = 10 * 60_000;
/** Bytes: the index of packets, which a very long book has millions of, and the cover. */
const OVERHEAD = 64 * 1024 * 1024;
/** Tags of the first file that stay, by ffmpeg's names: those that an M4B keeps. */
const KEPT_TAGS = [
  'title',
  'album',
  'artist',
  'album_artist',
  'composer',
  'date',
  'genre',
  'comment',
  'description',
  'copyright',
  'show',
  'episode_id',
  'grouping',
];
/**
 * Of each input: otherwise ffmpeg reads several inputs in threads of their own, and handing over each packet, of which a book has
 * millions, costs as much again as copying it.
 */
const UNTHREADED = ['-thread_queue_size', '0'];
/** Some players show such a file among audiobooks. */
const AUDIOBOOK = '2';

/** Files were listed by their real paths. A path that is no longer real has been replaced by a link. */
async function refuseLink({ path, name }: SourceFile, code: MergeStop['code']): Promise<void> {
  if ((await realpath(path)) !== path) throw new MergeStop(code, sentence('import.linked_meanwhile', { file: name }));
}

async function readAll(tools: MergeTools, { files, signal, onProgress }: MergeInput): Promise<JoinFile[]> {
  const read: JoinFile[] = [];
  for (const file of files) {
    await refuseLink(file, 'not_joinable');
    read.push(await readJoinFile(tools.ffprobe, file, signal));
    onProgress({ fraction: 0 });
  }
  return read;
}

async function assertSpace(folder: string, bytes: number): Promise<void> {
  const lack = await lackOfSpace(folder, bytes);
  if (lack !== undefined) throw new MergeStop('no_space', sentence('import.no_room', { lack }));
}

/** The cover as a file, if ffprobe takes it for a picture: otherwise ffmpeg would refuse the whole book for it. */
async function coverInput(tools: MergeTools, input: MergeInput, files: readonly JoinFile[]): Promise<string[]> {
  const { cover, folder, signal } = input;
  if (input.tags === undefined) return [];
  const limits = ['-protocol_whitelist', 'file'];
  if (cover) {
    const path = join(folder, 'cover');
    const format = cover[0] === 0x89 ? 'png_pipe' : 'jpeg_pipe';
    await writeFile(path, cover);
    const args = [...limits, '-f', format, '-i', `file:${path}`];
    const show = ['-v', 'error', '-show_entries', 'stream=width', '-of', 'csv=p=0'];
    const { exitCode, stdout } = await runCommand(tools.ffprobe, [...show, ...args], { timeoutMs: 60_000, signal });
    signal.throwIfAborted();
    if (exitCode === 0 && Number(stdout.trim()) > 0) return args;
  }
  const [first] = files;
  if (!first?.hasCover) return [];
  return [...limits, '-f', first.codec === 'mp3' ? 'mp3' : 'mov', '-i', `file:${first.source.path}`];
}

function codecArgs(way: JoinWay): string[] {
  if (way.kind === 'copy') return ['-c:a', 'copy'];
  const { bitrate, sampleRate, channels } = way;
  // gaps between what a file announces and what it holds are filled, so that no chapter drifts
  return ['-c:a', 'aac', '-b:a', String(bitrate), '-ar', String(sampleRate), '-ac', String(channels), '-af', 'aresample=async=1'];
}

function tagsOf([first]: readonly JoinFile[], given: MergeInput['tags']): Record<string, string | undefined> {
  if (given === undefined) return {};
  const kept = Object.fromEntries(KEPT_TAGS.map((name) => [name, given[name] || first?.tags[name]]));
  return { ...kept, media_type: AUDIOBOOK };
}

async function writeMerged(
  tools: MergeTools,
  input: MergeInput,
  files: readonly JoinFile[],
  way: JoinWay,
  plan: ChapterPlan,
): Promise<string> {
  const { folder, signal, onProgress } = input;
  const [list, texts, output] = ['list.ffconcat', 'tags.ffmetadata', MERGED_NAME].map((name) => join(folder, name));
  await writeFile(String(list), concatText(files));
  await writeFile(String(texts), metadataText(tagsOf(files, input.tags), plan.chapters));
  const cover = await coverInput(tools, input, files);
  const formats = [...UNTHREADED, '-protocol_whitelist', 'file', '-format_whitelist', 'concat,mov,mp4,mp3,aac'];
  const total = plan.chapters.at(-1)?.endMs ?? 0;
  const begun = performance.now();
  await runEncoder(
    tools.ffmpeg,
    [
      ...[...formats, '-f', 'concat', '-safe', '0', '-i', `file:${list}`],
      ...[...UNTHREADED, '-protocol_whitelist', 'file', '-f', 'ffmetadata', '-i', `file:${texts}`],
      ...(cover.length === 0 ? [] : UNTHREADED),
      ...cover,
      ...['-map', '0:a:0', '-map_metadata', '1', '-map_chapters', '1', ...codecArgs(way)],
      ...(cover.length === 0 ? [] : ['-map', '2:v:0', '-c:v', 'copy', '-disposition:v:0', 'attached_pic']),
      // marks are kept twice: as a track with all of them, and as a list that ends after 255, which some old players read
      ...['-movflags', '+faststart', '-f', 'ipod'],
      // ffmpeg names itself in a tag otherwise
      ...(input.tags === undefined ? ['-fflags', '+bitexact'] : []),
      `file:${output}`,
    ],
    {
      signal,
      records: input.records,
      // lengths that files state are sometimes too short
      mostSeconds: (2 * total) / 1000 + 60,
      stallMs: input.stallMs ?? STALL_MS,
      onSeconds(seconds) {
        const fraction = Math.min(1, (seconds * 1000) / Math.max(1, total));
        const etaSeconds = fraction > 0 ? Math.ceil(((performance.now() - begun) / 1000 / fraction) * (1 - fraction)) : undefined;
        onProgress({ fraction, ...(etaSeconds === undefined ? {} : { etaSeconds }) });
      },
    },
  );
  const written = await lstat(String(output)).catch(() => undefined);
  if (written?.isFile() !== true || written.size === 0) throw new MergeStop('failed', sentence('import.nothing_written'));
  return String(output);
}

/** Writes the tags that ffmpeg cannot. @returns why they are missing; the file is whole also then */
async function tagMerged(path: string, tag: MergeInput['tag'], rewrite: () => Promise<unknown>): Promise<Said | undefined> {
  const before = await stat(path);
  const untagged = await tag?.(path);
  if (untagged === undefined) return undefined;
  const after = await stat(path);
  // whoever writes tags changes the file in place, and may have been ended on the way
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) await rewrite();
  return untagged;
}

async function assertUnchanged(files: readonly SourceFile[]): Promise<void> {
  for (const file of files) {
    await refuseLink(file, 'check_failed');
    const now = await stat(file.path);
    if (now.size !== file.size || now.mtimeMs !== file.modifiedAt)
      throw new MergeStop('check_failed', sentence('import.changed_meanwhile', { file: file.name }));
  }
}

/**
 * Merges the audio files of a book into one M4B with chapters. AAC and ALAC are copied packet by packet; MP3 is encoded as
 * AAC at its own bitrate, since no M4B can hold it. The result lies in `folder`, with all its tags, checked and flushed to
 * disk. Chapters stand in a track with all of them, and in the older list that ends after 255.
 *
 * @throws MergeStop if there will be no result; the signal's reason; what `tag` throws. What is left in `folder` is the caller's to remove
 */
export async function mergeBook(tools: MergeTools, input: MergeInput): Promise<MergedBook> {
  const { folder, signal, known } = input;
  const files = await readAll(tools, input);
  const way = chooseJoinWay(files, input);
  const seconds = files.reduce((sum, file) => sum + file.seconds, 0);
  const bytes = way.kind === 'copy' ? files.reduce((sum, { source }) => sum + source.size, 0) : (way.bitrate / 8) * seconds;
  await assertSpace(dirname(folder), bytes + OVERHEAD);
  let plan = planChapters(files, { known, catalogue: undefined });
  if (plan.from === 'files') {
    const catalogue = await input.catalogue();
    signal.throwIfAborted();
    plan = planChapters(files, { known, catalogue });
  }
  await input.hold?.();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  crashPoint('merging', 'begun');
  const path = await writeMerged(tools, input, files, way, plan);
  crashPoint('merging', 'joined');
  await input.hold?.();
  const untagged = await tagMerged(path, input.tag, () => writeMerged(tools, input, files, way, plan));
  await assertUnchanged(input.files);
  await checkMerged(tools, path, { seconds, chapters: plan.chapters.length }, signal);
  await flushFile(path);
  crashPoint('merging', 'checked');
  const { size } = await stat(path);
  return {
    path,
    size,
    hash: await sampledFileHash(path),
    seconds,
    chapters: plan.chapters.length,
    chaptersFrom: plan.from,
    way: way.kind,
    ...(untagged === undefined ? {} : { untagged }),
  };
}
