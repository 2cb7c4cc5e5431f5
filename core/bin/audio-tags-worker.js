import { parentPort } from 'node:worker_threads';
import { parseFromTokenizer } from 'music-metadata';
import { BufferSizeError, fromFile } from 'strtok3';

// Runs in a thread of its own (tag-thread.ts in core/src) and reads one file after another. It is plain JavaScript here, so that the same file runs
// whether the server runs from its sources, compiled, or bundled.

const MOST_TAGS = 1000;
const LONGEST_TAG = 100_000;
const MOST_MEGABYTES = 32;

/** The parser takes a tag into memory whole, several times over. @param {string} path @param {import('music-metadata').IOptions} how */
async function parse(path, how) {
  const tokenizer = await fromFile(path, { maxBufferSize: MOST_MEGABYTES * 1024 * 1024 });
  try {
    return await parseFromTokenizer(tokenizer, how);
  } catch (error) {
    if (error instanceof BufferSizeError) throw new Error(`One of its tags fills more than ${MOST_MEGABYTES} MB.`, { cause: error });
    throw error;
  } finally {
    await tokenizer.close();
  }
}

/** @param {{ id: string, value: unknown }[]} native @returns {[string, string][]} */
function tagsOf(native) {
  return native
    .filter(({ value }) => typeof value === 'string' || typeof value === 'number')
    .slice(0, MOST_TAGS)
    .map(({ id, value }) => [id.slice(0, LONGEST_TAG), String(value).slice(0, LONGEST_TAG)]);
}

/** @param {{ path: string, isQuick: boolean }} asked */
async function read({ path, isQuick }) {
  const how = { duration: !isQuick, skipCovers: true };
  // the chapters of an M4B that ffmpeg made for streaming fail the parser, and all else in it can be read
  const { format, native } = await (isQuick
    ? parse(path, how)
    : parse(path, { ...how, includeChapters: true }).catch(() => parse(path, how)));
  const { container, codec, duration, bitrate, numberOfChannels, sampleRate, hasAudio, hasVideo, chapters } = format;
  const facts = { container, codec, duration, bitrate, numberOfChannels, sampleRate, hasAudio, hasVideo };
  return { ...facts, chapterCount: chapters?.length ?? 0, tags: tagsOf(Object.values(native).flat()) };
}

parentPort?.on('message', (asked) => {
  void read(asked)
    .catch((error) => ({ problem: error instanceof Error ? error.message : String(error) }))
    .then((answer) => parentPort?.postMessage(answer));
});
