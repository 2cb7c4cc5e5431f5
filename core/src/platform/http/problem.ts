import type { FieldError } from './validation.js';

/** RFC 9457, as every error answer of the API looks. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Stable; clients may act on it. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly requestId?: string;
  /** Members that belong to the code. */
  readonly [member: string]: unknown;
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
  499: 'Client went away',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Unavailable',
  507: 'Insufficient storage',
};

/** An expected error with its answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly extra: {
      readonly errors?: readonly FieldError[];
      readonly members?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
  }
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
      ...(error.extra.errors ? { errors: error.extra.errors } : {}),
      ...error.extra.members,
      requestId,
    };
  }
  return { type: 'about:blank', title: 'Internal error', status: 500, code: 'internal', requestId };
}
