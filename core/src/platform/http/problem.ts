import { namedError, type ErrorCode, type ErrorName } from '../../error-codes/error-codes.js';
import type { FieldError } from './validation.js';

/** RFC 9457, as every error answer of the API looks. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Stable; clients may act on it. */
  readonly code: ErrorCode;
  /** A sentence for people. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** How many there are besides those listed. */
  readonly moreErrors?: number;
  readonly requestId?: string;
  /** Members that belong to the code. */
  readonly [member: string]: unknown;
}

/** What people read of a status. */
export const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
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

/** Errors that an answer lists; it says how many more there are. */
const MOST_ERRORS = 20;

/** An expected error with its answer. Its status stands in the table of codes. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly code: ErrorCode;
  readonly status: number;

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

/** For whom was signed in for a while, and has to show again who they are before they go on. */
export function confirmationRequired(): ApiError {
  const message = 'This decides who gets in. Confirm that it is you, with your password or where you sign in, then do it again.';
  return new ApiError('confirmation_required', message);
}

/** A write with a cookie that no page of ours sent. */
export function csrfFailed(): ApiError {
  return new ApiError('csrf_failed', 'The request did not come from a page of this server. Reload the page.');
}

function listErrors(errors: readonly FieldError[] | undefined): Pick<Problem, 'errors' | 'moreErrors'> {
  if (!errors) return {};
  const more = errors.length - MOST_ERRORS;
  return { errors: errors.slice(0, MOST_ERRORS), ...(more > 0 ? { moreErrors: more } : {}) };
}

/** The answer that belongs to anything thrown. What is not expected becomes a 500 without text. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof ApiError) {
    return {
      type: 'about:blank',
      title: TITLES[error.status] ?? 'Error',
      status: error.status,
      code: error.code,
      detail: error.message,
      ...listErrors(error.extra.errors),
      ...error.extra.members,
      requestId,
    };
  }
  return { type: 'about:blank', title: 'Internal error', status: 500, code: 'internal', requestId };
}
