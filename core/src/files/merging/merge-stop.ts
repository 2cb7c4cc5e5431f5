import { inEnglish, type Sentence } from '../../platform/words/index.js';
/**
 * Why files are not merged. no_program: ffmpeg or ffprobe is missing. not_joinable: these files do not fit into one M4B.
 * no_space: the disk has no room for it. failed: ffmpeg failed or stood still. check_failed: the result is not the book.
 * declined: a person does not want it any more.
 */
export type MergeStopCode = 'no_program' | 'not_joinable' | 'no_space' | 'failed' | 'check_failed' | 'declined';

/** A merge that ends without a result. The files it was to merge are untouched. The message is a sentence for people. */
export class MergeStop extends Error {
  override readonly name = 'MergeStop';

  constructor(
    readonly code: MergeStopCode,
    readonly said: Sentence,
    options?: { cause?: unknown },
  ) {
    super(inEnglish(said), options);
  }
}

export function isMergeStop(error: unknown): error is MergeStop {
  return error instanceof Error && error.name === 'MergeStop';
}
