import { INTEGRATION_ERROR_CODES, type IntegrationErrorCode, type IntegrationErrorOptions } from '@lectern/plugin-api';

const LONGEST_MESSAGE = 2000;
const LONGEST_STACK = 10_000;
const LONGEST_NAME = 200;
const TAG = Symbol.for('lectern.IntegrationError');

/** A thrown value, as values that belong to core. */
export interface Thrown {
  /** Absent when it is not an `IntegrationError`. */
  readonly code?: IntegrationErrorCode;
  readonly message: string;
  readonly options: Omit<IntegrationErrorOptions, 'cause'>;
  /** A copy for logs and causes, with the stack, which shows whose code it came from. */
  readonly copy: Error;
}

/** Reads a member without throwing, even if the member is a getter that throws. */
function read(value: unknown, member: PropertyKey): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[member] : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value !== '' ? bounded(value, longest) : undefined;
}

/** PostgreSQL stores no NUL, and what a service answered may be part of the text. */
function bounded(text: string, longest: number): string {
  return text.slice(0, longest).replaceAll('\0', '');
}

function shown(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that cannot be shown';
  }
}

/** The message of anything that was thrown, cut to a bounded length. Never throws. */
export function messageOf(thrown: unknown): string {
  const message = read(thrown, 'message');
  return textOf(message, LONGEST_MESSAGE) ?? bounded(shown(message ?? thrown), LONGEST_MESSAGE);
}

/** Reads what foreign code threw, even if it is not an error or cannot be read. Never throws. */
export function readThrown(thrown: unknown): Thrown {
  const tagged = read(thrown, TAG) === true ? read(thrown, 'code') : undefined;
  const code = INTEGRATION_ERROR_CODES.find((known) => known === tagged);
  const message = messageOf(thrown);
  const retryAfterMs = read(thrown, 'retryAfterMs');
  const blame = textOf(read(thrown, 'blame'), LONGEST_NAME);
  const field = textOf(read(thrown, 'field'), LONGEST_NAME);
  const copy = new Error(message);
  copy.name = textOf(read(thrown, 'name'), LONGEST_NAME) ?? 'Error';
  const stack = textOf(read(thrown, 'stack'), LONGEST_STACK);
  if (stack !== undefined) copy.stack = stack;
  const options = {
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 && Number.isFinite(retryAfterMs) ? { retryAfterMs } : {}),
    ...(blame === undefined ? {} : { blame }),
    ...(field === undefined ? {} : { field }),
  };
  return { ...(code === undefined ? {} : { code }), message, options, copy };
}

/** `instanceof` for what foreign code threw. It never throws, although a proxy might. */
export function isA<T>(thrown: unknown, type: abstract new (...args: never[]) => T): thrown is T {
  try {
    return thrown instanceof type;
  } catch {
    return false;
  }
}
