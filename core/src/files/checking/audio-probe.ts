/** The contents of an audio file. */
export interface AudioInfo {
  /** Zero when the file does not say. */
  readonly durationSeconds: number;
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
}

/** Reads audio files. */
export interface AudioProbe {
  readonly name: 'ffprobe' | 'tag-library';
  /**
   * @param path any name is safe: it never reaches a shell or an option parser
   * @throws AudioProbeError
   */
  probe(path: string, call: { readonly signal?: AbortSignal }): Promise<AudioInfo>;
}

/**
 * unreadable: the file is not audio, or damaged. timeout, aborted: it was not read to the end. tool_failed: the
 * program itself could not run; says nothing of the file. no_access: the file is gone or may not be read.
 */
export type AudioProbeErrorCode = 'unreadable' | 'timeout' | 'aborted' | 'tool_failed' | 'no_access';

export class AudioProbeError extends Error {
  override readonly name = 'AudioProbeError';

  constructor(
    readonly code: AudioProbeErrorCode,
    message: string,
    readonly path: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export function isAudioProbeError(error: unknown): error is AudioProbeError {
  return error instanceof Error && error.name === 'AudioProbeError';
}
