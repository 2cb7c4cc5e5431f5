import type { SourceFile } from '../reading/source-files.js';

/** A chapter mark inside one file. */
export interface FileChapter {
  readonly startSeconds: number;
  /** Empty where the file names none. */
  readonly title: string;
}

/** What a file brings along for being joined with others. */
export interface JoinFile {
  readonly source: SourceFile;
  /** As ffprobe names it: `aac`, `alac`, `mp3`, … */
  readonly codec: string;
  readonly profile: string | undefined;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly layout: string | undefined;
  /** A hash of the decoder's configuration; equal for files that one decoder can read without being set up again. */
  readonly config: string | undefined;
  /** How long its packets last, priming and padding included: the next file begins exactly then. */
  readonly seconds: number;
  /** Bits per second of the audio. */
  readonly bitrate: number;
  readonly chapters: readonly FileChapter[];
  /** Lower-case names. */
  readonly tags: Readonly<Record<string, string>>;
  /** Whether it carries a picture that an M4B may carry, too. */
  readonly hasCover: boolean;
}
