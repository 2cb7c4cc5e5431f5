import { Readable } from 'node:stream';
import type { EventBus, LiveEvent } from '../../platform/events/event-bus.js';
import type { Caller } from '../../platform/http/route.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Say } from '../../platform/words/index.js';
import type { LiveConnections } from './live-connections.js';

export interface EventStreamDeps {
  readonly events: EventBus;
  readonly connections: LiveConnections;
  readonly log: Logger;
  /** Whether the caller's session is still valid, with the same rights. */
  readonly recheck: (caller: Caller) => Promise<boolean>;
  /** The data of an event that this caller may see; `undefined` for none. Default: all of it. */
  readonly present?: (event: LiveEvent, caller: Caller, say: Say) => Promise<object | undefined> | object | undefined;
  /** Milliseconds between signs of life, by which a browser notices that a connection is dead. Default 4 s. */
  readonly heartbeatMs?: number;
  /** Milliseconds. Default 60 s. */
  readonly recheckMs?: number;
  /** The most bytes that may wait for a slow reader before the connection is dropped. Default 256 KiB. */
  readonly maxBufferedBytes?: number;
  readonly now?: () => Date;
}

/** Who watches, in which language, until the signal fires. */
export interface Onlooker {
  readonly caller: Caller;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/** The most events that may wait for one reader. */
const MOST_WAITING = 500;
const RECONNECT_MS = 3000;
/** Timers with a longer delay fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function maySee({ audience }: LiveEvent, caller: Caller): boolean {
  if (audience === 'everyone') return true;
  if (audience === 'admins') return caller.role === 'admin';
  return audience.users.includes(caller.userId) || (audience.andAdmins && caller.role === 'admin');
}

function frame(type: string, data: object): string {
  // JSON contains no line breaks, so one data line is enough
  return `event: ${type.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Streams events to one browser until it goes, its session ends or it reads too slowly. */
export function openEventStream(deps: EventStreamDeps, { caller, say, signal }: Onlooker): Readable {
  const { log, heartbeatMs = 4_000, recheckMs = 60_000, maxBufferedBytes = 256 * 1024 } = deps;
  const stream = new Readable({ read: () => undefined });
  let isOpen = true;
  let waiting = 0;
  let inOrder: Promise<void> = Promise.resolve();

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    unsubscribe();
    remove();
    clearInterval(heartbeat);
    clearInterval(rechecker);
    clearTimeout(expiry);
    signal.removeEventListener('abort', close);
  }

  function end(): void {
    close();
    stream.push(null);
  }

  function drop(): void {
    if (!isOpen) return;
    log.info({ userId: caller.userId }, 'a reader of live events was too slow and was disconnected');
    close();
    stream.destroy();
  }

  function write(text: string): void {
    if (!isOpen) return;
    if (stream.readableLength + text.length > maxBufferedBytes) drop();
    else stream.push(text);
  }

  async function send(event: LiveEvent): Promise<void> {
    try {
      const data = deps.present && isOpen ? await deps.present(event, caller, say) : event.data;
      if (data !== undefined) write(frame(event.type, data));
    } catch (error) {
      log.warn({ type: event.type, err: error }, 'a live event could not be presented');
    } finally {
      waiting -= 1;
    }
  }

  async function recheck(): Promise<void> {
    try {
      if (!(await deps.recheck(caller))) end();
    } catch (error) {
      log.warn({ err: error }, 'a session of live events could not be rechecked');
    }
  }

  function endAt(time: number): NodeJS.Timeout | undefined {
    const left = time - (deps.now?.() ?? new Date()).getTime();
    const arrive = (): void => {
      if (left <= LONGEST_TIMER_MS) end();
      else expiry = endAt(time);
    };
    return setTimeout(arrive, Math.min(Math.max(0, left), LONGEST_TIMER_MS)).unref();
  }

  const unsubscribe = deps.events.subscribe((event) => {
    if (!maySee(event, caller)) return;
    waiting += 1;
    if (waiting > MOST_WAITING) return drop();
    inOrder = inOrder.then(() => send(event));
  });
  const remove = deps.connections.add({ caller, end });
  const heartbeat = setInterval(() => write(frame('alive', {})), heartbeatMs).unref();
  const rechecker = setInterval(() => void recheck(), recheckMs).unref();
  let expiry = caller.expiresAt === undefined ? undefined : endAt(caller.expiresAt);
  signal.addEventListener('abort', close);
  stream.once('close', close);
  if (signal.aborted) close();
  write(`retry: ${RECONNECT_MS}\n\n: connected\n\n`);
  return stream;
}
