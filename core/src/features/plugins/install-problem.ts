import { ApiError } from '../../platform/http/problem.js';
import { InstallError, type InstallErrorCode } from '../../plugin-host/index.js';

const STATUS: Partial<Record<InstallErrorCode, number>> = {
  INSTALL_NOT_FOUND: 404,
  INSTALL_NO_SUCH_VERSION: 404,
  INSTALL_ID_TAKEN: 409,
  INSTALL_ALREADY: 409,
  INSTALL_BUSY: 409,
  INSTALL_NO_PREVIOUS: 409,
  INSTALL_CANCELLED: 409,
  INSTALL_TOO_LARGE: 413,
  INSTALL_REGISTRY_UNREACHABLE: 502,
  INSTALL_REGISTRY_REFUSED: 502,
  INSTALL_REGISTRY_ANSWER: 502,
  INSTALL_NPM_MISSING: 503,
  INSTALL_DISK: 507,
};

const OTHERWISE = 422;

/** Statuses of refused installations, for routes that answer with one. */
export const INSTALL_STATUSES: readonly number[] = [...new Set([...Object.values(STATUS), OTHERWISE])];

/** A refused installation as an answer. Anything else is thrown on. */
export function installProblem(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof InstallError)) return error;
  return new ApiError(STATUS[error.code] ?? OTHERWISE, error.code.toLowerCase(), redact(error.message), { cause: error });
}
