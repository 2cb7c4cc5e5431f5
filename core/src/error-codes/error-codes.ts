import { ACCOUNT_ERRORS } from './account-errors.js';
import { ADMINISTRATION_ERRORS } from './administration-errors.js';
import { BOOK_ERRORS } from './book-errors.js';
import { CALLING_ERRORS } from './calling-errors.js';
import type { ErrorRow } from './error-row.js';
import { INSTALL_ERRORS } from './install-errors.js';

/**
 * Every code with which the API refuses, by whom it concerns. Programs act on codes, so none is ever renamed or used again
 * for something else. `docs/api/errors.md` has the same rows.
 */
export const ERROR_CODES = {
  ...CALLING_ERRORS,
  ...ACCOUNT_ERRORS,
  ...BOOK_ERRORS,
  ...ADMINISTRATION_ERRORS,
  ...INSTALL_ERRORS,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_CODES;

type StatusOf<C extends ErrorCode> = (typeof ERROR_CODES)[C]['status'];

/** A code of several statuses, with one of them. */
type Qualified = { [C in ErrorCode]: StatusOf<C> extends readonly number[] ? readonly [C, StatusOf<C>[number]] : never }[ErrorCode];

/** A status that an error of the API is answered with. */
export type ErrorStatus = { [C in ErrorCode]: StatusOf<C> extends readonly (infer Status)[] ? Status : StatusOf<C> }[ErrorCode];

/** Names an error: a code alone stands for its (usual) status. */
export type ErrorName = ErrorCode | Qualified;

/** An error as it is answered. */
export interface NamedError {
  readonly code: ErrorCode;
  readonly status: ErrorStatus;
}

export function namedError(name: ErrorName): NamedError {
  if (typeof name !== 'string') return { code: name[0], status: name[1] };
  const { status } = ERROR_CODES[name];
  return { code: name, status: typeof status === 'number' ? status : status[0] };
}
