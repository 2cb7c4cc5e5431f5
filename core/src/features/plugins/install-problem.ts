import { INSTALL_ERRORS } from '../../error-codes/install-errors.js';
import { ApiError } from '../../platform/http/problem.js';
import { withTexts } from '../../platform/words/index.js';
import { InstallError } from '../../plugin-host/index.js';

/** Codes of refused installations, for routes that answer with one. */
export const INSTALL_CODES = Object.keys(INSTALL_ERRORS) as (keyof typeof INSTALL_ERRORS)[];

/** Converts a refused installation to an API error. Rethrows anything else. */
export function installProblem(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof InstallError)) return error;
  return new ApiError(error.apiCode, withTexts(error.said, redact), { cause: error });
}
