import { ApiError } from './api-error.js';
import { nameHere } from './base-path.js';
import type { NewRequest } from './queries/request-queries.js';

const STORED = nameHere('lectern-outbox');
/** More than a person asks for in one tunnel. */
const MOST = 50;

/** A request that could not be sent for lack of a connection. */
export interface KeptWish {
  readonly userId: string;
  readonly title: string;
  readonly body: NewRequest;
}

const idOf = ({ body: { asin, type = 'audiobook' } }: Pick<KeptWish, 'body'>): string => `${asin} ${type}`;

/** Until a wish is sent again where nobody said when, s. */
const AGAIN_AFTER_S = 60;

/**
 * Whether a wish is not decided by an answer: there was none, or the server could not deal with it now, or asks who this is.
 *
 * @returns when to send it again, in ms; `undefined` for an answer that stands
 */
export function sendAgainAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, retryAfter = AGAIN_AFTER_S } = error;
  const isOpen = status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;
  return isOpen ? retryAfter * 1000 : undefined;
}

type Listener = () => void;
const listeners = new Set<Listener>();
let text: string | null = null;
let wishes: readonly KeptWish[] = [];

/** The same array as long as nothing changed, for `useSyncExternalStore`. */
function read(): readonly KeptWish[] {
  try {
    const stored = localStorage.getItem(STORED);
    if (stored === text) return wishes;
    text = stored;
    const parsed: unknown = JSON.parse(stored ?? '[]');
    wishes = Array.isArray(parsed) ? (parsed as KeptWish[]) : [];
  } catch {
    wishes = [];
  }
  return wishes;
}

/** @returns whether the browser keeps it */
function write(next: readonly KeptWish[]): boolean {
  try {
    if (next.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(next));
    return true;
  } catch {
    return false;
  } finally {
    for (const listener of listeners) listener();
  }
}

/** Requests made without a connection, which outlive the page and the session, until their person signs out or somebody else signs in. */
export const outbox = {
  list: read,
  /** @returns false where the browser keeps nothing, or it is full */
  add(wish: KeptWish): boolean {
    const others = read().filter((one) => idOf(one) !== idOf(wish));
    return others.length < MOST && write([...others, wish]);
  },
  remove: (wish: KeptWish): void => void write(read().filter((one) => idOf(one) !== idOf(wish))),
  /** Forgets those of everybody else. */
  keepOf(userId: string): void {
    const own = read().filter((wish) => wish.userId === userId);
    if (own.length < read().length) write(own);
  },
  forget: (): void => void write([]),
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  },
};
