import { namedError, type ErrorCode, type ErrorName, type ErrorStatus } from '../../error-codes/error-codes.js';
import type { FieldError } from './validation.js';

/** An error answer of the API, according to RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Stable; clients may act on it. */
  readonly code: ErrorCode;
  /** A sentence for people. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** How many more errors there are. */
  readonly moreErrors?: number;
  readonly requestId?: string;
  /** Members that depend on the code. */
  readonly [member: string]: unknown;
}

/** Titles of statuses for people. */
export const TITLES: Readonly<Record<ErrorStatus, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  422: 'Not valid',
  429: 'Too many requests',
  499: 'Client went away',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Unavailable',
  507: 'Insufficient storage',
};

/** The most errors that an answer lists. It says how many more there are. */
const MOST_ERRORS = 20;

/** An expected error. The table of codes has its status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly code: ErrorCode;
  readonly status: ErrorStatus;

  constructor(
    name: ErrorName,
    detail: string,
    readonly extra: {
      readonly errors?: readonly FieldError[];
      readonly members?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
    ({ code: this.code, status: this.status } = namedError(name));
  }
}

/** Asks somebody who signed in a while ago to confirm who they are. */
export function confirmationRequired(): ApiError {
  const message = 'This action affects who can sign in. Confirm your identity with your password or where you sign in, then try again.';
  return new ApiError('confirmation_required', message);
}

/** Refuses a write with a cookie that no page of this server sent. */
export function csrfFailed(): ApiError {
  return new ApiError('csrf_failed', 'The request did not come from a page of this server. Reload the page.');
}

function listErrors(errors: readonly FieldError[] | undefined): Pick<Problem, 'errors' | 'moreErrors'> {
  if (!errors) return {};
  const more = errors.length - MOST_ERRORS;
  return { errors: errors.slice(0, MOST_ERRORS), ...(more > 0 ? { moreErrors: more } : {}) };
}

/** The answer for anything that was thrown. Unexpected errors become a 500 without details. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof ApiError) {
    return {
      type: 'about:blank',
      title: TITLES[error.status],
      status: error.status,
      code: error.code,
      detail: error.message,
      ...listErrors(error.extra.errors),
      ...error.extra.members,
      requestId,
    };
  }
  return { type: 'about:blank', title: TITLES[500], status: 500, code: 'internal', requestId };
}
