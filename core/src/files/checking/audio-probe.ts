/** `cut_off`: its header promises more bytes than are there. `end_unplayable`: its end holds no sound, though its beginning does. */
export type Damage = 'cut_off' | 'end_unplayable';

/** The contents of an audio file. */
export interface AudioInfo {
  /** Zero when the file does not say. */
  readonly durationSeconds: number;
  /** Of the sound alone, where the file says so: pictures and marks of chapters may go on after it. */
  readonly soundSeconds?: number;
  /** Lower case, as ffprobe names it (`mp3`, `aac`, `flac`, `opus`); absent without audio. */
  readonly codec?: string;
  /** Bits per second of the whole file. */
  readonly bitrate?: number;
  readonly channels?: number;
  /** Hertz. */
  readonly sampleRate?: number;
  readonly hasAudio: boolean;
  /** Moving pictures; a cover does not count. */
  readonly hasVideo: boolean;
  /** Lower-case names; the container's tags win over the stream's. */
  readonly tags: Readonly<Record<string, string>>;
  readonly chapterCount: number;
  /** Absent also if nobody asked for it. */
  readonly damage?: Damage;
}

export interface ProbeCall {
  readonly signal?: AbortSignal;
  /**
   * Looks for damage as well. `bytes`: compares a file's bytes with its header, and starts a program only where those do not settle it.
   * `end`: plays its last seconds as well.
   */
  readonly checks?: 'bytes' | 'end';
}

/** Reads audio files. */
export interface AudioProbe {
  readonly name: 'ffprobe' | 'tag-library';
  /**
   * @param path any name is safe: it never reaches a shell or an option parser
   * @throws AudioProbeError
   */
  probe(path: string, call: ProbeCall): Promise<AudioInfo>;
}

/**
 * unreadable: the file is not audio, or damaged. timeout, aborted: it was not read to the end. tool_failed: the
 * program itself could not run; says nothing of the file. no_access: the file is gone or may not be read.
 */
export type AudioProbeErrorCode = 'unreadable' | 'timeout' | 'aborted' | 'tool_failed' | 'no_access';

export class AudioProbeError extends Error {
  override readonly name = 'AudioProbeError';
  /** Why the file is unreadable, if that was asked for and is known. */
  readonly damage: Damage | undefined;

  constructor(
    readonly code: AudioProbeErrorCode,
    message: string,
    readonly path: string,
    options?: { readonly cause?: unknown; readonly damage?: Damage },
  ) {
    super(message, options);
    this.damage = options?.damage;
  }
}

export function isAudioProbeError(error: unknown): error is AudioProbeError {
  return error instanceof Error && error.name === 'AudioProbeError';
}
