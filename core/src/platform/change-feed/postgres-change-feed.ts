import { v7 as uuid } from 'uuid';
import type { Client } from 'pg';
import type { Database, Tx } from '../db/index.js';
import type { Logger } from '../logging/logger.js';
import type { ChangeFeed, ChangeListener } from './change-feed.js';
import { createMessageJoiner, splitMessage } from './message-parts.js';

export interface PostgresChangeFeedOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Milliseconds between two tries to connect again. Default 2 s. */
  readonly retryMs?: number;
}

interface Message {
  readonly topic: string;
  readonly data: unknown;
}

const CHANNEL = 'lectern_changes';

/**
 * Sends changes by NOTIFY, which PostgreSQL delivers at the commit, and hears them by LISTEN on a connection of its own.
 * When that connection breaks, the feed connects again and tells listeners that they may have missed something.
 */
export function createPostgresChangeFeed({ database, databaseUrl, log, retryMs = 2_000 }: PostgresChangeFeedOptions): ChangeFeed {
  const self = uuid();
  const listeners = new Map<string, Set<ChangeListener>>();
  const join = createMessageJoiner();
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = true;

  function emit(topic: string, data: unknown): void {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(data);
      } catch (error) {
        log.error({ err: error, topic }, 'a change in another process could not be followed');
      }
    }
  }

  function receive(payload: string): void {
    const received = join(payload);
    if (!received || received.from === self) return;
    const { topic, data } = received.message as Message;
    emit(topic, data);
  }

  async function connect(): Promise<void> {
    const { default: pg } = await import('pg');
    const mine = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'lectern changes',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    const broken = (error?: unknown): void => {
      if (client !== mine) return;
      client = undefined;
      mine.end().catch(() => undefined);
      if (isStopped) return;
      log.warn({ err: error }, 'what other processes change is not heard; connecting again');
      later();
    };
    mine.on('error', broken);
    mine.on('end', () => broken());
    mine.on('notification', ({ payload = '' }) => receive(payload));
    client = mine;
    try {
      await mine.connect();
      await mine.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      if (client === mine) client = undefined;
      mine.end().catch(() => undefined);
      throw error;
    }
  }

  function later(): void {
    retry = setTimeout(() => {
      connect()
        .then(() => {
          log.info({}, 'what other processes change is heard again');
          for (const topic of listeners.keys()) emit(topic, undefined);
        })
        .catch(() => {
          if (!isStopped) later();
        });
    }, retryMs);
    retry.unref();
  }

  async function tell(tx: Tx, topic: string, data: object): Promise<void> {
    for (const part of splitMessage(self, uuid(), { topic, data } satisfies Message)) {
      await tx.all('SELECT pg_notify(?, ?)', [CHANNEL, part]);
    }
  }

  return {
    tell,
    send(topic, data) {
      database
        .transaction((tx) => tell(tx, topic, data))
        .catch((error: unknown) => log.warn({ err: error, topic }, 'other processes could not be told of a change'));
    },
    hear(topic, listener) {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(listener));
      return () => heard.delete(listener);
    },
    async start() {
      isStopped = false;
      await connect();
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      const mine = client;
      client = undefined;
      await mine?.end();
    },
  };
}
