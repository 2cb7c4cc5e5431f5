import {
  INTEGRATION_ERROR_CODES,
  type IntegrationErrorCode,
  type IntegrationErrorOptions,
  type PluginSentence,
  type PluginSentenceValue,
} from '@lectern/plugin-api';

const LONGEST_MESSAGE = 2000;
const LONGEST_STACK = 10_000;
const LONGEST_NAME = 200;
/** In a sentence and those within it. */
const MOST_VALUES = 20;
/** How deep sentences may stand within sentences. */
const DEEPEST_SENTENCE = 3;
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

/** How many more values a sentence may have, with those within it. */
interface Room {
  values: number;
}

/** A list counts as one value for each of its members. A proxy may throw. */
function readList(value: unknown, room: Room): readonly string[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined;
    const texts = value.slice(0, room.values + 1).filter((one): one is string => typeof one === 'string');
    room.values -= Math.max(0, texts.length - 1);
    return texts.map((one) => bounded(one, LONGEST_MESSAGE));
  } catch {
    return undefined;
  }
}

function readValue(value: unknown, depth: number, room: Room): PluginSentenceValue | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return bounded(value, LONGEST_MESSAGE);
  const bytes = read(value, 'bytes');
  if (typeof bytes === 'number' && Number.isFinite(bytes)) return { bytes };
  const at = textOf(read(value, 'at'), LONGEST_NAME);
  return at === undefined ? (readList(value, room) ?? readSentence(value, depth + 1, room)) : { at };
}

/** The names of an object's own members. A proxy may throw. */
function namesOf(value: unknown): readonly string[] {
  try {
    return typeof value === 'object' && value !== null ? Object.keys(value).slice(0, MOST_VALUES) : [];
  } catch {
    return [];
  }
}

/** A copy of a sentence within bounds; `undefined` for anything else. */
export function readSentence(sentence: unknown, depth = 0, room: Room = { values: MOST_VALUES }): PluginSentence | undefined {
  const key = depth > DEEPEST_SENTENCE ? undefined : textOf(read(sentence, 'key'), LONGEST_NAME);
  if (key === undefined) return undefined;
  const given = read(sentence, 'values');
  const values = namesOf(given).flatMap((name) => {
    if (room.values <= 0) return [];
    room.values -= 1;
    const value = name.length > LONGEST_NAME ? undefined : readValue(read(given, name), depth, room);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { key, ...(values.length === 0 ? {} : { values: Object.fromEntries(values) }) };
}

/** Reads what foreign code threw, even if it is not an error or cannot be read. Never throws. */
export function readThrown(thrown: unknown): Thrown {
  const tagged = read(thrown, TAG) === true ? read(thrown, 'code') : undefined;
  const code = INTEGRATION_ERROR_CODES.find((known) => known === tagged);
  const message = messageOf(thrown);
  const retryAfterMs = read(thrown, 'retryAfterMs');
  const blame = textOf(read(thrown, 'blame'), LONGEST_NAME);
  const field = textOf(read(thrown, 'field'), LONGEST_NAME);
  const sentence = readSentence(read(thrown, 'sentence'));
  const copy = new Error(message);
  copy.name = textOf(read(thrown, 'name'), LONGEST_NAME) ?? 'Error';
  const stack = textOf(read(thrown, 'stack'), LONGEST_STACK);
  if (stack !== undefined) copy.stack = stack;
  const options = {
    ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 && Number.isFinite(retryAfterMs) ? { retryAfterMs } : {}),
    ...(blame === undefined ? {} : { blame }),
    ...(field === undefined ? {} : { field }),
    ...(sentence === undefined ? {} : { sentence }),
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
