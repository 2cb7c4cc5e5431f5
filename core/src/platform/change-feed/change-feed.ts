import type { Tx } from '../db/index.js';

/** Hears of a change by another process. It gets `undefined` when changes may have been missed. */
export type ChangeListener = (data: unknown) => void;

/** Tells processes that share a database what one of them changed, so that no other goes on with stale data. */
export interface ChangeFeed {
  /** Tells the others when the transaction commits, and never when it is rolled back. @param data JSON; no secrets */
  tell(tx: Tx, topic: string, data: object): Promise<void>;
  /** Tells the others now. Never throws, because everything is also read anew from time to time. */
  send(topic: string, data: object): void;
  /** Listens to the other processes, never to this one. @returns a function that stops listening */
  hear(topic: string, listener: ChangeListener): () => void;
  /**
   * True when the database passes no notifications on, as behind a pooler that lends connections by the transaction. Listeners are then told
   * every few seconds that something may have changed.
   */
  readonly isPolling: boolean;
  /** Starts listening. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A feed for a database that belongs to one process, which has nobody to tell. */
export function createLonelyFeed(): ChangeFeed {
  return {
    tell: async () => undefined,
    send: () => undefined,
    hear: () => () => undefined,
    isPolling: false,
    start: async () => undefined,
    stop: async () => undefined,
  };
}
