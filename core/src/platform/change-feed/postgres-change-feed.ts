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
  /** Milliseconds in which a notification of our own must arrive. Default 10 s. */
  readonly echoMs?: number;
  /** Milliseconds between two looks where none arrives. Default 10 s. */
  readonly pollMs?: number;
}

interface Message {
  readonly topic: string;
  readonly data: unknown;
}

const CHANNEL = 'lectern_changes';
/** What a feed sends to itself, to find out whether notifications arrive. */
const ECHO = 'echo';

/** Who hears of what, by topic. */
function createListeners(log: Pick<Logger, 'error'>) {
  const listeners = new Map<string, Set<ChangeListener>>();

  function emit(topic: string, data: unknown): void {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(data);
      } catch (error) {
        log.error({ err: error, topic }, 'a change in another process could not be followed');
      }
    }
  }

  return {
    emit,
    /** Tells everybody that something may have been missed. */
    emitMissed(): void {
      for (const topic of listeners.keys()) emit(topic, undefined);
    },
    add(topic: string, listener: ChangeListener): () => void {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(listener));
      return () => heard.delete(listener);
    },
  };
}

interface EchoOptions {
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly echoMs: number;
  readonly pollMs: number;
  readonly sendEcho: () => void;
  readonly onPoll: () => void;
}

/** Finds out whether notifications arrive, by one of our own; looks every few seconds while none does. */
function createEcho({ log, echoMs, pollMs, sendEcho, onPoll }: EchoOptions) {
  let echo: NodeJS.Timeout | undefined;
  let polls: NodeJS.Timeout | undefined;
  let isStopped = true;

  function poll(): void {
    if (isStopped || polls) return;
    log.error(
      {},
      'PostgreSQL does not pass notifications on: is there a pooler in transaction mode in DATABASE_URL? What other processes change is looked up every few seconds instead, and pages do not show it by themselves.',
    );
    polls = setInterval(() => {
      onPoll();
      sendEcho();
    }, pollMs);
    polls.unref();
  }

  return {
    get isPolling() {
      return polls !== undefined;
    },
    heard(): void {
      clearTimeout(echo);
      if (!polls) return;
      clearInterval(polls);
      polls = undefined;
      log.info({}, 'PostgreSQL passes notifications on again');
    },
    /** Sends a notification to itself, and polls unless it arrives. */
    tryOut(): void {
      isStopped = false;
      clearTimeout(echo);
      echo = setTimeout(poll, echoMs);
      echo.unref();
      sendEcho();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(echo);
      clearInterval(polls);
      polls = undefined;
    },
  };
}

/**
 * Sends changes by NOTIFY, which PostgreSQL delivers at the commit, and hears them by LISTEN on a connection of its own.
 * When that connection breaks, the feed connects again and tells listeners that they may have missed something.
 */
export function createPostgresChangeFeed(options: PostgresChangeFeedOptions): ChangeFeed {
  const { database, databaseUrl, log, retryMs = 2_000, echoMs = 10_000, pollMs = 10_000 } = options;
  const self = uuid();
  const listeners = createListeners(log);
  const join = createMessageJoiner();
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = true;
  const echo = createEcho({ log, echoMs, pollMs, sendEcho: () => send(ECHO, {}), onPoll: () => listeners.emitMissed() });

  function receive(payload: string): void {
    const received = join(payload);
    if (received?.from === self) echo.heard();
    if (!received || received.from === self) return;
    const { topic, data } = received.message as Message;
    listeners.emit(topic, data);
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
      echo.tryOut();
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
          listeners.emitMissed();
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

  function send(topic: string, data: object): void {
    database
      .transaction((tx) => tell(tx, topic, data))
      .catch((error: unknown) => log.warn({ err: error, topic }, 'other processes could not be told of a change'));
  }

  return {
    tell,
    send,
    get isPolling() {
      return echo.isPolling;
    },
    hear: (topic, listener) => listeners.add(topic, listener),
    async start() {
      isStopped = false;
      await connect();
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      echo.stop();
      const mine = client;
      client = undefined;
      await mine?.end();
    },
  };
}
