import { stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { CORE_DIR } from '../../platform/config/core-dir.js';
import { inEnglish, sentence, withTexts, type Sentence } from '../../platform/words/index.js';
import { isAudioProbeError, type AudioProbe } from '../checking/audio-probe.js';
import { runCommand } from '../checking/run-command.js';
import { tagFields, type BookTags, type TaggedPart } from './book-tags.js';

const WRITER = join(CORE_DIR, 'bin/audio-tags-writer.js');
/**
 * Bounds the heap of the writer's process, which holds objects and strings: a hostile file that makes the library fill it
 * ends that process, not the server. The bytes of tags lie outside the heap: the writer refuses to read more than 32 MB of them at once.
 */
const MEGABYTES = 256;
const SHORTEST_TIMEOUT_MS = 30_000;
/** A slow disk in the network takes as many; the whole file is written anew where the tags are at its beginning. */
const BYTES_A_MS = 4_000;
/** What the library writes and Audiobookshelf and Plex read. */
const TAGGABLE = new Set(['.m4b', '.m4a', '.mp4', '.mp3', '.flac', '.opus', '.ogg']);

/** failed: the file is not what it seems, or cannot be written. not_read_back: something else is in it than was written. */
export class TagWriteError extends Error {
  override readonly name = 'TagWriteError';

  constructor(
    readonly code: 'failed' | 'not_read_back' | 'aborted',
    readonly said: Sentence,
    readonly path: string,
    options?: { cause?: unknown },
  ) {
    super(inEnglish(said), options);
  }
}

/** Whether files of this kind can carry the tags, by the ending of the name. */
export function isTaggable(path: string): boolean {
  return TAGGABLE.has(extname(path).toLowerCase());
}

/** The names under which a probe answers what was written. */
function expectations({ common, named }: ReturnType<typeof tagFields>): readonly (readonly [string, string])[] {
  const shown: Readonly<Record<string, string | undefined>> = {
    title: common['title'],
    album: common['album'],
    artist: common['performers'],
    composer: common['composers'],
    asin: named['ASIN'],
    series: named['SERIES'],
  };
  return Object.entries(shown).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

/** The first line that the writer's process left, without its end; one that ran out of memory left no reason of its own. */
function reasonOf(stderr: string): string {
  const [line = ''] = stderr.split('\n');
  return line.slice(0, 200).replace(/(?<![\s.])[\s.]+$/, '') || 'its process ended';
}

/**
 * Writes the tags of a book into an audio file and reads them back. The file is changed in place, so it has to be a copy that nobody else
 * uses: a process that is killed on the way leaves it damaged.
 *
 * @throws TagWriteError
 */
export async function writeTags(
  path: string,
  tags: BookTags,
  part: TaggedPart,
  { probe, signal }: { readonly probe: AudioProbe; readonly signal: AbortSignal },
): Promise<void> {
  const absolute = resolve(path);
  const name = part.name ?? basename(absolute);
  const refuse = (code: TagWriteError['code'], said: Sentence, options?: { cause?: unknown }): TagWriteError =>
    // people who may not see where files lie read the message
    new TagWriteError(
      code,
      withTexts(said, (text) => text.replaceAll(absolute, name)),
      absolute,
      options,
    );
  const fields = tagFields(tags, part);
  const order = JSON.stringify({ path: absolute, ...fields, ...(part.cover === undefined ? {} : { cover: resolve(part.cover) }) });
  const program = [`--max-old-space-size=${MEGABYTES}`, WRITER];
  const bytes = await stat(absolute).then(
    ({ size }) => size,
    () => 0,
  );
  const timeoutMs = SHORTEST_TIMEOUT_MS + Math.ceil(bytes / BYTES_A_MS);
  const { exitCode, stderr, ended } = await runCommand(process.execPath, program, { timeoutMs, signal, input: order });
  if (ended === 'aborted') throw refuse('aborted', sentence('import.cancelled'));
  if (exitCode !== 0) {
    throw refuse(
      'failed',
      ended === 'timeout'
        ? sentence('import.tags_took_too_long', { file: name })
        : sentence('import.tags_not_written', { file: name, fault: reasonOf(stderr) }),
    );
  }
  const { tags: found } = await probe.probe(absolute, { signal }).catch((cause: unknown) => {
    if (!isAudioProbeError(cause)) throw cause;
    const message = sentence('import.unreadable_after_tags', { file: name, fault: cause.message });
    throw refuse(cause.code === 'aborted' ? 'aborted' : 'not_read_back', message, { cause });
  });
  const wrong = expectations(fields).find(([name, value]) => found[name] !== value);
  if (wrong === undefined) return;
  throw refuse('not_read_back', sentence('import.tag_not_shown', { file: name, tag: wrong[0] }));
}
