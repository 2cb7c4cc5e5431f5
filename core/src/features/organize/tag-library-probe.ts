import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { IAudioMetadata } from 'music-metadata';

import { AudioProbeError } from './audio-probe.js';
import type { AudioInfo, AudioProbe } from './audio-probe.js';

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

function readTags(native: IAudioMetadata['native']): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const { id, value } of Object.values(native).flat()) {
    const name = id.replace(PREFIX, '').toLowerCase();
    if (typeof value === 'string' || typeof value === 'number') tags[NAMES[name] ?? name] ??= String(value);
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

function readMetadata({ format, native }: IAudioMetadata): AudioInfo {
  const codec = codecName(format.codec);
  // Some containers do not say; a codec with channels is audio all the same.
  const hasAudio = format.hasAudio ?? (codec !== undefined && (format.numberOfChannels ?? 0) > 0);
  return {
    durationSeconds: format.duration ?? 0,
    ...(codec === undefined ? {} : { codec }),
    ...(format.bitrate === undefined ? {} : { bitrate: Math.round(format.bitrate) }),
    ...(format.numberOfChannels === undefined ? {} : { channels: format.numberOfChannels }),
    ...(format.sampleRate === undefined ? {} : { sampleRate: format.sampleRate }),
    hasAudio,
    hasVideo: format.hasVideo ?? false,
    tags: readTags(native),
    chapterCount: format.chapters?.length ?? 0,
  };
}

/** Rejects when the time is up or the signal fires. The parser itself cannot be stopped; its answer is dropped. */
function bounded<T>(work: Promise<T>, path: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolvePromise, reject) => {
    const onAbort = (): void => reject(new AudioProbeError('aborted', 'The work was cancelled.', path));
    const timer = setTimeout(
      () => reject(new AudioProbeError('timeout', `Reading “${path}” took longer than ${timeoutMs} ms.`, path)),
      timeoutMs,
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    work.then(resolvePromise, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  });
}

/**
 * Reads audio files in this process, for systems without ffprobe. Knows fewer formats, and does not find the
 * chapters of every M4B.
 */
export function createTagLibraryProbe(options: { readonly timeoutMs?: number } = {}): AudioProbe {
  const timeoutMs = options.timeoutMs ?? 60_000;

  async function probe(path: string, { signal }: { readonly signal?: AbortSignal }): Promise<AudioInfo> {
    const absolute = resolve(path);
    await access(absolute, constants.R_OK).catch((cause: unknown) => {
      throw new AudioProbeError('no_access', `“${absolute}” cannot be opened.`, absolute, { cause });
    });
    try {
      // loaded when it is needed: most systems have ffprobe
      const { parseFile } = await import('music-metadata');
      const parsing = parseFile(absolute, { duration: true, skipCovers: true, includeChapters: true });
      const metadata = await bounded(parsing, absolute, timeoutMs, signal);
      // of an empty file the parser says nothing rather than that it cannot read it
      if (metadata.format.container === undefined && metadata.format.codec === undefined) throw new Error('nothing was found in it');
      return readMetadata(metadata);
    } catch (cause) {
      if (cause instanceof AudioProbeError) throw cause;
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw new AudioProbeError('unreadable', `“${absolute}” is not readable as audio: ${detail}`, absolute, { cause });
    }
  }

  return { name: 'tag-library', probe };
}
