import { inEnglish, sentence, type Sentence } from '../../platform/words/index.js';
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

function describe({ codec, sampleRate, channels }: JoinFile): Sentence {
  const facts = { codec: codec.toUpperCase(), kilohertz: sampleRate / 1000 };
  if (channels > 2) return sentence('import.channels', { ...facts, channels });
  return sentence(channels === 1 ? 'import.mono' : 'import.stereo', facts);
}

/**
 * Decides how files are joined. Pure.
 *
 * @throws MergeStop `not_joinable`
 */
export function chooseJoinWay(files: readonly JoinFile[], options: { readonly encodesMp3: boolean }): JoinWay {
  const [first] = files;
  if (!first) throw new MergeStop('not_joinable', sentence('import.nothing_to_merge'));
  const unfit = files.find(({ codec }) => !['aac', 'alac', 'mp3'].includes(codec));
  if (unfit) throw new MergeStop('not_joinable', sentence('import.codec_unfit', { file: unfit.source.name, codec: unfit.codec }));
  const otherCodec = files.find(({ codec }) => codec !== first.codec);
  if (otherCodec) {
    throw new MergeStop(
      'not_joinable',
      sentence('import.codecs_differ', {
        one: first.source.name,
        format: describe(first),
        other: otherCodec.source.name,
        otherFormat: describe(otherCodec),
      }),
    );
  }
  if (first.codec === 'mp3') {
    if (!options.encodesMp3) throw new MergeStop('not_joinable', sentence('import.mp3_not_merged'));
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
    const names = { one: first.source.name, other: other.source.name };
    const [format, otherFormat] = [describe(first), describe(other)];
    const isSaidAlike = inEnglish(format) === inEnglish(otherFormat);
    throw new MergeStop(
      'not_joinable',
      isSaidAlike
        ? sentence('import.encoded_differently', { ...names, format })
        : sentence('import.formats_differ', { ...names, format, otherFormat }),
    );
  }
  return { kind: 'copy' };
}
