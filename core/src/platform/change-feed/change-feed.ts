import type { Tx } from '../db/index.js';

/** Told of what another process did. `undefined`: some of it may have been missed. */
export type ChangeListener = (data: unknown) => void;

/** Tells processes that share a database what one of them changed, so that none goes on with what it remembers. */
export interface ChangeFeed {
  /** Tells the others when the transaction commits, and never when it is rolled back. @param data JSON; no secrets */
  tell(tx: Tx, topic: string, data: object): Promise<void>;
  /** Tells the others now. Never throws: what is lost is found again by what is read anew from time to time. */
  send(topic: string, data: object): void;
  /** Hears the others, never itself. @returns a function that ends it */
  hear(topic: string, listener: ChangeListener): () => void;
  /** Hears from then on. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** For a database that belongs to one process, which has nobody to tell. */
export function createLonelyFeed(): ChangeFeed {
  return {
    tell: async () => undefined,
    send: () => undefined,
    hear: () => () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
}
