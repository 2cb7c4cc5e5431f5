import type { components } from './schema.generated.js';

/** Codes of the server, and of a browser without an answer. A newer server or a proxy may use other codes. */
export type ErrorCode = components['schemas']['ErrorCode'] | 'network' | 'outdated' | 'sign_in_not_finished' | 'unknown';

/** One wrong field of a request body; `path` is a JSON pointer. */
export interface FieldProblem {
  path: string;
  message: string;
}

interface Problem {
  title?: string;
  detail?: string;
  code?: ErrorCode;
  errors?: FieldProblem[];
  requestId?: string;
}

/** An unsuccessful answer of the server, or no answer at all (`status` 0, code `network`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: FieldProblem[];
  readonly requestId: string | undefined;
  /** From `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.detail ?? problem.title ?? problem.code ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.fields = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.retryAfter = retryAfter;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null;
}

export function isApiError(value: unknown, code?: ErrorCode): value is ApiError {
  return value instanceof ApiError && (code === undefined || value.code === code);
}

/** @param body the content of the answer; a proxy may answer with a page instead of a problem document */
export function errorFromResponse(response: Response, body: unknown): ApiError {
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiError(response.status, isProblem(body) ? body : {}, Number.isFinite(retryAfter) ? retryAfter : undefined);
}
