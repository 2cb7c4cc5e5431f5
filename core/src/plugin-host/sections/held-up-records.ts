import type { Logger } from '../ports.js';

/** How often a plugin held the server up since the start, and the last time. */
export interface HeldUp {
  readonly times: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface HeldUpRecords {
  add(pluginId: string, ms: number): void;
  get(pluginId: string): HeldUp | undefined;
}

/** Counts which plugins hold the server up. While one section of a plugin runs, nobody else is served. */
export function createHeldUpRecords({ logger, now = Date.now }: { readonly logger: Logger; readonly now?: () => number }): HeldUpRecords {
  const records = new Map<string, HeldUp>();
  return {
    add(pluginId, ms) {
      records.set(pluginId, { times: (records.get(pluginId)?.times ?? 0) + 1, ms, at: now() });
      logger.warn({ plugin: pluginId, ms }, 'a plugin held the server up');
    },
    get: (pluginId) => records.get(pluginId),
  };
}
