import type { INSTALL_ERRORS } from '../../error-codes/install-errors.js';
import { inEnglish, sentence, type ForeignWords, type Sentence } from '../../platform/words/index.js';

export type InstallErrorCode = Uppercase<keyof typeof INSTALL_ERRORS>;

/** An installation that was refused or failed. The message says why and ends with what to do. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
  readonly said: Sentence;

  constructor(
    readonly code: InstallErrorCode,
    said: Sentence | ForeignWords,
    options: { readonly cause?: unknown } = {},
  ) {
    const whole = sentence('install.refused', { fault: said, todo: sentence(`install.todo.${apiCode(code)}`) });
    super(inEnglish(whole), options);
    this.said = whole;
  }

  /** Its code in the API. */
  get apiCode(): keyof typeof INSTALL_ERRORS {
    return apiCode(this.code);
  }
}

function apiCode(code: InstallErrorCode): keyof typeof INSTALL_ERRORS {
  return code.toLowerCase() as Lowercase<InstallErrorCode>;
}
