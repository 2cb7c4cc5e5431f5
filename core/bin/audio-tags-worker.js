import { parentPort, workerData } from 'node:worker_threads';
import { parseFile } from 'music-metadata';

// Runs in a thread of its own (tag-library-probe.ts in core/src). It is plain JavaScript here, so that the same file runs
// whether the server runs from its sources, compiled, or bundled.

const MOST_TAGS = 1000;
const LONGEST_TAG = 100_000;

/** @param {{ id: string, value: unknown }[]} native @returns {[string, string][]} */
function tagsOf(native) {
  return native
    .filter(({ value }) => typeof value === 'string' || typeof value === 'number')
    .slice(0, MOST_TAGS)
    .map(({ id, value }) => [id.slice(0, LONGEST_TAG), String(value).slice(0, LONGEST_TAG)]);
}

try {
  const how = { duration: true, skipCovers: true };
  // the chapters of an M4B that ffmpeg made for streaming fail the parser, and all else in it can be read
  const { format, native } = await parseFile(workerData, { ...how, includeChapters: true }).catch(() => parseFile(workerData, how));
  const { container, codec, duration, bitrate, numberOfChannels, sampleRate, hasAudio, hasVideo, chapters } = format;
  const facts = { container, codec, duration, bitrate, numberOfChannels, sampleRate, hasAudio, hasVideo };
  parentPort?.postMessage({ ...facts, chapterCount: chapters?.length ?? 0, tags: tagsOf(Object.values(native).flat()) });
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
}
