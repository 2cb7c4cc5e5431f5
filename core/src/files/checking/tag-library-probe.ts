import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import { CORE_DIR } from '../../platform/config/core-dir.js';
import { AudioProbeError } from './audio-probe.js';
import type { AudioInfo, AudioProbe } from './audio-probe.js';
import { assertProbeable } from './probed-file.js';

/** Prefixes of native tag ids that stand before the name people know. */
const PREFIX = /^(?:----:com\.apple\.itunes:|txxx:)/i;
/** Native ids under ffprobe's names. */
const NAMES: Readonly<Record<string, string>> = {
  tit2: 'title',
  '©nam': 'title',
  talb: 'album',
  '©alb': 'album',
  tpe1: 'artist',
  '©art': 'artist',
  tpe2: 'album_artist',
  aart: 'album_artist',
  albumartist: 'album_artist',
  tcom: 'composer',
  '©wrt': 'composer',
  tyer: 'date',
  tdrc: 'date',
  '©day': 'date',
  tcon: 'genre',
  '©gen': 'genre',
  tpub: 'publisher',
  tlan: 'language',
  trck: 'track',
  tracknumber: 'track',
  '©cmt': 'comment',
  '©grp': 'grouping',
  tit1: 'grouping',
};

/** The thread's answer about a file. */
interface Found {
  readonly container?: string;
  readonly codec?: string;
  readonly duration?: number;
  readonly bitrate?: number;
  readonly numberOfChannels?: number;
  readonly sampleRate?: number;
  readonly hasAudio?: boolean;
  readonly hasVideo?: boolean;
  readonly chapterCount: number;
  /** Native ids with their values, in the file's order. */
  readonly tags: readonly (readonly [string, string])[];
}

const THREAD = join(CORE_DIR, 'bin/audio-tags-worker.js');
/** More memory than any audio file needs. A hostile file that makes the parser use more ends the thread, not the server. */
const THREAD_MEGABYTES = 256;

function readTags(native: Found['tags']): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [id, value] of native) {
    const name = id.replace(PREFIX, '').toLowerCase();
    tags[NAMES[name] ?? name] ??= value;
  }
  return tags;
}

/** music-metadata names codecs in words (`MPEG 1 Layer 3`, `MPEG-4/AAC`). */
function codecName(codec: string | undefined): string | undefined {
  if (codec === undefined) return undefined;
  if (/layer 3/i.test(codec)) return 'mp3';
  if (/aac/i.test(codec)) return 'aac';
  if (/alac/i.test(codec)) return 'alac';
  if (/vorbis/i.test(codec)) return 'vorbis';
  return codec.toLowerCase();
}

function readFound(found: Found): AudioInfo {
  const codec = codecName(found.codec);
  // some containers do not say so, but a codec with channels is audio
  const hasAudio = found.hasAudio ?? (codec !== undefined && (found.numberOfChannels ?? 0) > 0);
  return {
    // positions that lie make it less than nothing, or no number at all
    durationSeconds: Number.isFinite(found.duration) ? Math.max(0, found.duration ?? 0) : 0,
    ...(codec === undefined ? {} : { codec }),
    ...(found.bitrate === undefined ? {} : { bitrate: Math.round(found.bitrate) }),
    ...(found.numberOfChannels === undefined ? {} : { channels: found.numberOfChannels }),
    ...(found.sampleRate === undefined ? {} : { sampleRate: found.sampleRate }),
    hasAudio,
    hasVideo: found.hasVideo ?? false,
    tags: readTags(found.tags),
    chapterCount: found.chapterCount,
  };
}

/** Parses in a thread that ends with the answer, the deadline or the signal, because the parser cannot be stopped otherwise. */
async function parse(path: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Found> {
  if (signal?.aborted) throw new AudioProbeError('aborted', 'The work was cancelled.', path);
  const thread = new Worker(THREAD, { workerData: path, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES } });
  let onAbort = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Found>((resolvePromise, reject) => {
      onAbort = () => reject(new AudioProbeError('aborted', 'The work was cancelled.', path));
      const late = new AudioProbeError('timeout', `Reading “${path}” took longer than ${timeoutMs} ms.`, path);
      timer = setTimeout(() => reject(late), timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      thread.once('message', (answer: Found | { readonly problem: string }) => {
        if ('problem' in answer) reject(new Error(answer.problem));
        else resolvePromise(answer);
      });
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('its reader ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    // a thread that waits for a disk that is away ends only when that answers, and nobody waits for it
    void thread.terminate();
  }
}

/**
 * Reads audio files in a thread of this process, for systems without ffprobe. Knows fewer formats, and does not find the
 * chapters of every M4B.
 */
export function createTagLibraryProbe(options: { readonly timeoutMs?: number } = {}): AudioProbe {
  const timeoutMs = options.timeoutMs ?? 60_000;

  async function probe(path: string, { signal }: { readonly signal?: AbortSignal }): Promise<AudioInfo> {
    const absolute = resolve(path);
    await assertProbeable(absolute);
    try {
      const found = await parse(absolute, timeoutMs, signal);
      // for an empty file the parser returns nothing instead of an error
      if (found.container === undefined && found.codec === undefined) throw new Error('nothing was found in it');
      return readFound(found);
    } catch (cause) {
      if (cause instanceof AudioProbeError) throw cause;
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw new AudioProbeError('unreadable', `“${absolute}” is not readable as audio: ${detail}`, absolute, { cause });
    }
  }

  return { name: 'tag-library', probe };
}
