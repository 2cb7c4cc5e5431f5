import type { JoinFile } from './join-file.js';
import { MergeStop } from './merge-stop.js';

/** How files become one stream. */
export type JoinWay =
  /** Their packets are copied as they are. */
  | { readonly kind: 'copy' }
  /** They are decoded, and encoded as AAC. */
  | {
      readonly kind: 'encode';
      /** Bits per second. */
      readonly bitrate: number;
      /** Hertz. */
      readonly sampleRate: number;
      readonly channels: number;
    };

/** Below it speech suffers; above it AAC gains nothing. Bits per second. */
const BITRATES = { least: 32_000, most: 320_000 };

function formatOf({ codec, profile, sampleRate, channels, layout, config }: JoinFile): string {
  // the configuration of ALAC holds figures about each file beside what the decoder needs
  const setup = codec === 'alac' ? undefined : config;
  return JSON.stringify([codec, profile, sampleRate, channels, layout, setup]);
}

function describe({ codec, sampleRate, channels }: JoinFile): string {
  return `${codec.toUpperCase()}, ${sampleRate / 1000} kHz, ${channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`}`;
}

/**
 * Decides how files are joined. Pure.
 *
 * @throws MergeStop `not_joinable`
 */
export function chooseJoinWay(files: readonly JoinFile[], options: { readonly encodesMp3: boolean }): JoinWay {
  const [first] = files;
  if (!first) throw new MergeStop('not_joinable', 'There are no files to merge.');
  const unfit = files.find(({ codec }) => !['aac', 'alac', 'mp3'].includes(codec));
  if (unfit)
    throw new MergeStop('not_joinable', `“${unfit.source.name}” holds ${unfit.codec}. Only AAC, ALAC and MP3 files can be merged.`);
  const otherCodec = files.find(({ codec }) => codec !== first.codec);
  if (otherCodec) {
    throw new MergeStop(
      'not_joinable',
      `“${first.source.name}” is ${describe(first)}, but “${otherCodec.source.name}” is ${describe(otherCodec)}.`,
    );
  }
  if (first.codec === 'mp3') {
    if (!options.encodesMp3)
      throw new MergeStop('not_joinable', 'MP3 files would have to be encoded again, and the settings say not to merge them.');
    const seconds = files.reduce((sum, file) => sum + file.seconds, 0);
    const average = files.reduce((sum, file) => sum + file.bitrate * file.seconds, 0) / seconds;
    return {
      kind: 'encode',
      bitrate: Math.round(Math.min(BITRATES.most, Math.max(BITRATES.least, average)) / 1000) * 1000,
      sampleRate: Math.max(...files.map(({ sampleRate }) => sampleRate)),
      channels: Math.min(2, Math.max(...files.map(({ channels }) => channels))),
    };
  }
  const other = files.find((file) => formatOf(file) !== formatOf(first));
  if (other) {
    const [one, two] = [describe(first), describe(other)];
    const difference = one === two ? `are both ${one}, but were encoded in different ways` : `differ: ${one} and ${two}`;
    throw new MergeStop('not_joinable', `“${first.source.name}” and “${other.source.name}” ${difference}.`);
  }
  return { kind: 'copy' };
}
