/** Shapes of requests to and answers from Pushover's message API. */

/** The form fields of `POST /1/messages.json` except token and user. */
export interface MessageForm {
  readonly message: string;
  readonly title?: string;
  readonly url?: string;
  readonly url_title?: string;
  readonly device?: string;
  readonly priority: number;
  readonly retry?: number;
  readonly expire?: number;
  readonly sound?: string;
  readonly html: 1;
  /** Unix seconds. */
  readonly timestamp?: number;
}

/** An image that goes with a message. */
export interface Attachment {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly filename: string;
}

/** The state of an application's monthly limit. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** The time of the restart, milliseconds since the epoch. */
  readonly resetAt: number;
}

/** A key known to Pushover. */
export interface KnownUser {
  readonly isGroup: boolean;
  /** Empty for groups. */
  readonly devices: readonly string[];
}

export type Loose = Readonly<Record<string, unknown>>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parameters that a refusal may name, most specific first. */
export const PARAMETERS = ['token', 'user', 'device', 'retry', 'expire', 'attachment', 'message', 'title', 'url', 'url_title'] as const;

export type Parameter = (typeof PARAMETERS)[number];

/** Reads a refusal. The named parameter decides, because the text is for people. Anything but JSON names none. */
export function readRefusal(text: string): { readonly parameter?: Parameter; readonly words: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { words: '' };
  }
  if (!isLoose(body)) return { words: '' };
  const { errors } = body;
  const words = Array.isArray(errors) ? errors.filter((entry) => typeof entry === 'string').join('; ') : '';
  const named = body;
  return { parameter: PARAMETERS.find((name) => named[name] !== undefined), words: words.slice(0, 300) };
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** A quota from its three parts; `undefined` if one is missing or not a number. `reset` is in Unix seconds. */
export function readQuota(limit: unknown, remaining: unknown, reset: unknown): Quota | undefined {
  const [all, left, at] = [limit, remaining, reset].map(toNumber);
  return all === undefined || left === undefined || at === undefined ? undefined : { limit: all, remaining: left, resetAt: at * 1000 };
}
