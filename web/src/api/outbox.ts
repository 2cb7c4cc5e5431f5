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

/** Requests made without a connection, which outlive the page and go with the session of their person. */
export const outbox = {
  list: read,
  /** @returns false where the browser keeps nothing, or it is full */
  add(wish: KeptWish): boolean {
    const others = read().filter((one) => idOf(one) !== idOf(wish));
    return others.length < MOST && write([...others, wish]);
  },
  remove: (wish: KeptWish): void => void write(read().filter((one) => idOf(one) !== idOf(wish))),
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
