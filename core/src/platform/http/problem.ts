import { namedError, type ErrorCode, type ErrorName, type ErrorStatus } from '../../error-codes/error-codes.js';
import { inEnglish, isSentence, sentence, type ForeignWords, type Say, type Sentence } from '../words/index.js';
import type { FieldError } from './validation.js';

/** An error answer of the API, according to RFC 9457. */
export interface Problem {
  readonly type: string;
  /** The short name of the status, in the language of the caller. */
  readonly title: string;
  readonly status: number;
  /** Stable; clients may act on it. */
  readonly code: ErrorCode;
  /** A sentence for people, in the language of the caller. */
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  /** How many more errors there are. */
  readonly moreErrors?: number;
  readonly requestId?: string;
  /** Members that depend on the code. */
  readonly [member: string]: unknown;
}

/** The short name of a status, for people. */
export function titleOf(status: ErrorStatus): Sentence {
  return sentence(`status_title.${status}`);
}

/** The most errors that an answer lists. It says how many more there are. */
const MOST_ERRORS = 20;

/** An expected error. The table of codes has its status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly code: ErrorCode;
  readonly status: ErrorStatus;

  constructor(
    name: ErrorName,
    /** Words that are not ours, such as those of a remote service, are marked as such. */
    readonly said: Sentence | ForeignWords,
    readonly extra: {
      readonly errors?: readonly FieldError[];
      /** Sentences in them are said as well. */
      readonly members?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(inEnglish(said), extra.cause === undefined ? undefined : { cause: extra.cause });
    ({ code: this.code, status: this.status } = namedError(name));
  }
}

/** Asks somebody who signed in a while ago to confirm who they are. */
export function confirmationRequired(): ApiError {
  const message = sentence('problem.confirmation_required');
  return new ApiError('confirmation_required', message);
}

/** Refuses a write with a cookie that no page of this server sent. */
export function csrfFailed(): ApiError {
  return new ApiError('csrf_failed', sentence('problem.csrf_failed'));
}

function listErrors(errors: readonly FieldError[] | undefined, say: Say): Pick<Problem, 'errors' | 'moreErrors'> {
  if (!errors) return {};
  const more = errors.length - MOST_ERRORS;
  const listed = errors.slice(0, MOST_ERRORS).map(({ path, message }) => ({ path, message: say(message) }));
  return { errors: listed, ...(more > 0 ? { moreErrors: more } : {}) };
}

function sayWithin(value: unknown, say: Say): unknown {
  if (isSentence(value)) return say(value);
  if (Array.isArray(value)) return value.map((one) => sayWithin(one, say));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sayWithin(one, say)]));
}

/**
 * The answer for anything that was thrown, to a reader of a language. Unexpected errors become a 500 without details.
 *
 * @param sayDetail for readers to whom not all of it may be said
 */
export function toProblem(error: unknown, requestId: string, say: Say = inEnglish, sayDetail: Say = say): Problem {
  if (error instanceof ApiError) {
    return {
      type: 'about:blank',
      title: say(titleOf(error.status)),
      status: error.status,
      code: error.code,
      detail: sayDetail(error.said),
      ...listErrors(error.extra.errors, sayDetail),
      ...(sayWithin(error.extra.members ?? {}, sayDetail) as object),
      requestId,
    };
  }
  return { type: 'about:blank', title: say(titleOf(500)), status: 500, code: 'internal', requestId };
}
