import type { QueryClient } from '@tanstack/react-query';
import { nameHere, withBase } from './base-path.js';
import { applyLiveEvent } from './live-cache.js';
import { askAgainAll } from './overtaken-answers.js';
import { reachability } from './reachability.js';
import { onLanguage } from '../i18n/catalog.js';
import { askedLanguage } from '../i18n/language.js';
import { refreshSession } from './session-refresh.js';
import type { LiveEvent } from './types.js';

const TYPES: readonly LiveEvent['type'][] = [
  'request.updated',
  'request.deleted',
  'search.updated',
  'preview.updated',
  'release-search.updated',
  'job.updated',
  'integration.updated',
  'library.updated',
  'rename.updated',
  'check-up.updated',
  'take-in.updated',
  'library-bin.updated',
  'webhook.updated',
  'shelf.updated',
  'ignore-list.updated',
  'home.updated',
  'listening.updated',
  'following.updated',
  'works.updated',
  'report.updated',
  'notification',
];
/** Of the lock and of the channel. */
const NAME = nameHere('lectern-events');
const RETRY_MS = [1000, 2000, 5000, 10_000];
/** The server gives a sign of life every four seconds; without any for so long, the connection is dead though nobody closed it. */
const SILENCE_MS = 9000;
/** The longest wait for an answer to the question whether the server is there. */
const PROBE_MS = 4000;

/** What a tab tells the others. */
type Told = LiveEvent | { readonly type: 'connection'; readonly isThere: boolean } | { readonly type: 'opened' };

function hearTab(client: QueryClient, told: Told): void {
  if (told.type === 'connection') reachability.set(told.isThere);
  else if (told.type === 'opened') askAgainAll(client);
  else applyLiveEvent(client, told);
}

/** A stream also ends with the session, or at a proxy that lets none through: only the server itself tells whether it is there. */
async function probe(): Promise<boolean> {
  try {
    await fetch(withBase('/api/health'), { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}

/** One connection for all tabs of this browser: the tab that holds the lock listens and tells the others. */
export function startLiveEvents(client: QueryClient): () => void {
  const stop = new AbortController();
  // without locks each tab listens for itself
  const channel = 'locks' in navigator && 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined;
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => hearTab(client, data));
  const tell = (told: Told): void => channel?.postMessage(told);
  const found = (isThere: boolean): void => {
    reachability.set(isThere);
    tell({ type: 'connection', isThere });
  };

  const listen = () =>
    connect(
      stop.signal,
      (event) => {
        applyLiveEvent(client, event);
        tell(event);
      },
      () => {
        found(true);
        // What has happened since an answer was read and before this stream opened is unknown: at the first opening, when
        // this tab takes over from another, and after an interruption.
        askAgainAll(client);
        tell({ type: 'opened' });
      },
      () => void probe().then((isThere) => (stop.signal.aborted ? undefined : found(isThere))),
    );

  if ('locks' in navigator) navigator.locks.request(NAME, { signal: stop.signal }, listen).catch(() => undefined);
  else void listen();
  return () => {
    stop.abort();
    channel?.close();
  };
}

/** @param onLost called each time a stream breaks, falls silent or cannot be opened */
function connect(signal: AbortSignal, onEvent: (event: LiveEvent) => void, onOpen: () => void, onLost: () => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const close = () => {
      clearTimeout(timer);
      clearTimeout(silence);
      source?.close();
      source = undefined;
    };

    const lose = () => {
      close();
      onLost();
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
      failures += 1;
      // The stream ends with the session; renewing is cheap and returns at once if the session is still valid.
      timer = setTimeout(() => void refreshSession(Date.now() - (wait ?? 0)).finally(open), wait);
    };

    const hear = () => {
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE_MS);
    };

    const open = () => {
      if (signal.aborted) return;
      close();
      source = new EventSource(withBase(`/api/events?language=${askedLanguage()}`));
      // one that is not answered fires no event either
      hear();
      source.onopen = () => {
        failures = 0;
        hear();
        onOpen();
      };
      source.addEventListener('alive', hear);
      for (const type of TYPES) {
        source.addEventListener(type, (message: MessageEvent<string>) => {
          hear();
          onEvent({ type, data: JSON.parse(message.data) as unknown } as LiveEvent);
        });
      }
      source.onerror = lose;
    };

    // what is said in events is to come in the new language
    const stopListening = onLanguage(open);
    addEventListener('online', open, { signal });
    signal.addEventListener('abort', () => {
      stopListening();
      close();
      resolve();
    });
    open();
  });
}
