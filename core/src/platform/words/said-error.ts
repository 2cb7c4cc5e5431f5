import { inEnglish, type Sentence } from './sentence.js';

/** An error that says its sentence to readers of every language, by `saidOf`. */
export class SaidError extends Error {
  override readonly name = 'SaidError';

  constructor(
    readonly said: Sentence,
    options?: { readonly cause?: unknown },
  ) {
    super(inEnglish(said), options);
  }
}
