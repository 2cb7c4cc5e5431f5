import { resolve } from 'node:path';

import { AudioProbeError } from './audio-probe.js';
import type { AudioInfo, AudioProbe } from './audio-probe.js';
import { assertProbeable, unreadable } from './probed-file.js';
import { createTagThreads, type FoundTags } from './tag-thread.js';

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
  trkn: 'track',
  tpos: 'disc',
  discnumber: 'disc',
  disk: 'disc',
  '©cmt': 'comment',
  '©grp': 'grouping',
  tit1: 'grouping',
};

function readTags(native: FoundTags['tags']): Record<string, string> {
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

function readFound(found: FoundTags): AudioInfo {
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

/**
 * Reads audio files in a thread of this process, for systems without ffprobe. Knows fewer formats, and does not find the
 * chapters of every M4B.
 *
 * @param options `isQuick`: leaves chapters out, and the length (zero) where only reading the whole file tells it
 */
export function createTagLibraryProbe(options: { readonly timeoutMs?: number; readonly isQuick?: boolean } = {}): AudioProbe {
  const { timeoutMs = 60_000, isQuick = false } = options;
  const read = createTagThreads();

  async function probe(path: string, { signal }: { readonly signal?: AbortSignal }): Promise<AudioInfo> {
    const absolute = resolve(path);
    await assertProbeable(absolute);
    try {
      const found = await read({ path: absolute, isQuick }, { timeoutMs, signal });
      // for an empty file the parser returns nothing instead of an error
      if (found.container === undefined && found.codec === undefined) throw new Error('nothing was found in it');
      return readFound(found);
    } catch (cause) {
      if (cause instanceof AudioProbeError) throw cause;
      throw await unreadable(absolute, cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  return { name: 'tag-library', probe };
}
