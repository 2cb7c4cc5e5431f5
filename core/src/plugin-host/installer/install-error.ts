import { INSTALL_ERRORS } from '../../error-codes/install-errors.js';

export type InstallErrorCode = Uppercase<keyof typeof INSTALL_ERRORS>;

/** An installation that was refused or failed. The message says why and ends with what to do. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
  constructor(
    readonly code: InstallErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(`${message} ${INSTALL_ERRORS[apiCode(code)].todo}`, options);
  }

  /** Its code in the API. */
  get apiCode(): keyof typeof INSTALL_ERRORS {
    return apiCode(this.code);
  }
}

function apiCode(code: InstallErrorCode): keyof typeof INSTALL_ERRORS {
  return code.toLowerCase() as Lowercase<InstallErrorCode>;
}
