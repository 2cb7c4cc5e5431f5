import { extname } from 'node:path';
import { sentence } from '../../platform/words/index.js';

import { asList, asNumber, asObject, parseOutput, tagsOf, type Json } from '../checking/ffprobe-output.js';
import { runCommand } from '../checking/run-command.js';
import type { SourceFile } from '../reading/source-files.js';
import type { FileChapter, JoinFile } from './join-file.js';
import { MergeStop } from './merge-stop.js';

/** Long enough to read a file of a gigabyte from a slow share, since files without a reliable header are counted through. */
const TIMEOUT_MS = 10 * 60_000;
/** A file with more of them is not a book, and its list would not fit into memory. */
const MOST_OUTPUT_BYTES = 4 * 1024 * 1024;

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How a file is read, by its extension. What the extension promises wrongly, ffprobe refuses. */
const READING: Readonly<Record<string, { readonly format: string; readonly options: readonly string[] }>> = {
  // an edit list hides priming and padding, but a stream copy keeps both, so the next file has to wait for them
  '.m4a': { format: 'mov', options: ['-ignore_editlist', '1'] },
  '.m4b': { format: 'mov', options: ['-ignore_editlist', '1'] },
  '.mp4': { format: 'mov', options: ['-ignore_editlist', '1'] },
  // without a header their length is only guessed from the bitrate, so the packets are counted
  '.mp3': { format: 'mp3', options: ['-count_packets'] },
  '.aac': { format: 'aac', options: ['-count_packets'] },
};

/** Samples in a packet of audio that has no container. https://www.iso.org/standard/22412.html, MPEG-1 and MPEG-2 Layer III */
function samplesPerPacket(codec: string, profile: string | undefined, sampleRate: number): number | undefined {
  if (codec === 'mp3') return sampleRate >= 32_000 ? 1152 : 576;
  // with SBR a packet lasts twice as long, or not, depending on how it is signalled
  return codec === 'aac' && profile === 'LC' ? 1024 : undefined;
}

function secondsOf(stream: Json, codec: string, profile: string | undefined, sampleRate: number): number | undefined {
  const packets = asNumber(stream['nb_read_packets']);
  if (packets === undefined) return asNumber(stream['duration']);
  const samples = samplesPerPacket(codec, profile, sampleRate);
  return samples === undefined ? undefined : (packets * samples) / sampleRate;
}

function chaptersOf(root: Json): FileChapter[] {
  return asList(root['chapters']).flatMap((chapter) => {
    const startSeconds = asNumber(chapter['start_time']);
    return startSeconds === undefined ? [] : [{ startSeconds, title: tagsOf(asObject(chapter['tags']))['title'] ?? '' }];
  });
}

function isCover(stream: Json): boolean {
  const isPicture = asObject(stream['disposition'])['attached_pic'] === 1;
  return isPicture && ['mjpeg', 'png'].includes(String(stream['codec_name']));
}

/** Reads what ffprobe printed about a file; `undefined` if it does not tell all that joining needs. */
function readJoinOutput(output: unknown, source: SourceFile): JoinFile | undefined {
  const root = asObject(output);
  const format = asObject(root['format']);
  const streams = asList(root['streams']);
  const audio = streams.find((stream) => stream['codec_type'] === 'audio');
  const codec = asText(audio?.['codec_name']);
  const sampleRate = asNumber(audio?.['sample_rate']) ?? 0;
  const channels = asNumber(audio?.['channels']) ?? 0;
  if (!audio || codec === undefined || sampleRate === 0 || channels === 0) return undefined;
  const profile = asText(audio['profile']);
  const seconds = secondsOf(audio, codec, profile, sampleRate);
  if (seconds === undefined || seconds === 0) return undefined;
  return {
    source,
    codec,
    profile,
    sampleRate,
    channels,
    layout: asText(audio['channel_layout']),
    config: asText(audio['extradata_hash']),
    seconds,
    bitrate: asNumber(audio['bit_rate']) ?? (source.size * 8) / seconds,
    chapters: chaptersOf(root),
    tags: tagsOf(asObject(format['tags']), asObject(audio['tags'])),
    hasCover: streams.some(isCover),
  };
}

/**
 * Looks at a file that is to be joined with others.
 *
 * @throws MergeStop `not_joinable`, also for kinds of files that no M4B can hold; the signal's reason
 */
export async function readJoinFile(ffprobe: string, source: SourceFile, signal: AbortSignal): Promise<JoinFile> {
  const reading = READING[extname(source.name).toLowerCase()];
  if (!reading) throw new MergeStop('not_joinable', sentence('import.neither_codec', { file: source.name }));
  const show = ['-print_format', 'json', '-show_format', '-show_streams', '-show_chapters', '-show_data_hash', 'MD5'];
  const limits = ['-protocol_whitelist', 'file', '-f', reading.format, ...reading.options];
  const args = ['-v', 'error', ...show, ...limits, '-i', `file:${source.path}`];
  const result = await runCommand(ffprobe, args, { timeoutMs: TIMEOUT_MS, signal, maxOutputBytes: MOST_OUTPUT_BYTES });
  signal.throwIfAborted();
  if (result.exitCode !== 0 || result.ended)
    throw new MergeStop('not_joinable', sentence('import.ffprobe_cannot_read', { file: source.name }));
  const file = readJoinOutput(parseOutput(result.stdout), source);
  if (!file) throw new MergeStop('not_joinable', sentence('import.does_not_say', { file: source.name }));
  return file;
}
