import type { QueryClient } from '@tanstack/react-query';
import { nameHere, withBase } from './base-path.js';
import { applyLiveEvent } from './live-cache.js';
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
const RETRY_MS = [1000, 2000, 5000, 15_000, 30_000];

/** One connection for all tabs of this browser: the tab that holds the lock listens and tells the others. */
export function startLiveEvents(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined;
  channel?.addEventListener('message', (message: MessageEvent<LiveEvent>) => applyLiveEvent(client, message.data));

  const listen = () =>
    connect(
      stop.signal,
      (event) => {
        applyLiveEvent(client, event);
        channel?.postMessage(event);
      },
      () => {
        // What has happened since an answer was read and before this stream opened is unknown: at the first opening, when
        // this tab takes over from another, and after an interruption. What is being read right now is not begun again, or a
        // list would lose the page that it is about to get.
        void client.invalidateQueries({ predicate: ({ state }) => state.status !== 'pending' }, { cancelRefetch: false });
      },
    );

  if ('locks' in navigator) navigator.locks.request(NAME, { signal: stop.signal }, listen).catch(() => undefined);
  else void listen();
  return () => {
    stop.abort();
    channel?.close();
  };
}

function connect(signal: AbortSignal, onEvent: (event: LiveEvent) => void, onOpen: () => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const open = () => {
      if (signal.aborted) return;
      source = new EventSource(withBase(`/api/events?language=${askedLanguage()}`));
      source.onopen = () => {
        failures = 0;
        onOpen();
      };
      for (const type of TYPES) {
        source.addEventListener(type, (message: MessageEvent<string>) => {
          onEvent({ type, data: JSON.parse(message.data) as unknown } as LiveEvent);
        });
      }
      source.onerror = () => {
        source?.close();
        const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
        failures += 1;
        // The stream ends with the session; renewing is cheap and returns at once if the session is still valid.
        timer = setTimeout(() => void refreshSession(Date.now() - (wait ?? 0)).finally(open), wait);
      };
    };

    // what is said in events is to come in the new language
    const stopListening = onLanguage(() => {
      clearTimeout(timer);
      source?.close();
      open();
    });
    signal.addEventListener('abort', () => {
      stopListening();
      clearTimeout(timer);
      source?.close();
      resolve();
    });
    open();
  });
}
