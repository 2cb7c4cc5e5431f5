/** Shapes of what goes to and comes from Pushover's message API. */

/** A message, as the form fields of `POST /1/messages.json` besides token and user. */
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

/** How far an application's monthly limit is used up. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** When it starts anew, milliseconds since the epoch. */
  readonly resetAt: number;
}

/** A key that Pushover knows. */
export interface KnownUser {
  readonly isGroup: boolean;
  /** Empty for groups. */
  readonly devices: readonly string[];
}

export type Loose = Readonly<Record<string, unknown>>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parameters a refusal may name, most telling first. */
export const PARAMETERS = ['token', 'user', 'device', 'retry', 'expire', 'attachment', 'message', 'title', 'url', 'url_title'] as const;

export type Parameter = (typeof PARAMETERS)[number];

/** Reads a refusal: which parameter it names decides, its text is for people. Anything but JSON names none. */
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

/** A quota of its three parts; `undefined` when one is missing or no number. `reset` in Unix seconds. */
export function readQuota(limit: unknown, remaining: unknown, reset: unknown): Quota | undefined {
  const [all, left, at] = [limit, remaining, reset].map(toNumber);
  return all === undefined || left === undefined || at === undefined ? undefined : { limit: all, remaining: left, resetAt: at * 1000 };
}
