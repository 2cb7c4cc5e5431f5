import type { QueryClient } from '@tanstack/react-query';
import { applyLiveEvent } from './live-cache.js';
import { refreshSession } from './session-refresh.js';
import type { LiveEvent } from './types.js';

const TYPES: readonly LiveEvent['type'][] = [
  'request.updated',
  'search.updated',
  'job.updated',
  'integration.updated',
  'library.updated',
  'shelf.updated',
  'ignore-list.updated',
  'home.updated',
  'following.updated',
  'works.updated',
  'notification',
];
const RETRY_MS = [1000, 2000, 5000, 15_000, 30_000];

/** One connection for all tabs of this browser: the tab that holds the lock listens and tells the others. */
export function startLiveEvents(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('lectern-events') : undefined;
  channel?.addEventListener('message', (message: MessageEvent<LiveEvent>) => applyLiveEvent(client, message.data));

  const listen = () =>
    connect(
      stop.signal,
      (event) => {
        applyLiveEvent(client, event);
        channel?.postMessage(event);
      },
      () => {
        // Events during the interruption are unknown.
        void client.invalidateQueries();
      },
    );

  if ('locks' in navigator) navigator.locks.request('lectern-events', { signal: stop.signal }, listen).catch(() => undefined);
  else void listen();
  return () => {
    stop.abort();
    channel?.close();
  };
}

function connect(signal: AbortSignal, onEvent: (event: LiveEvent) => void, onReconnect: () => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const open = () => {
      if (signal.aborted) return;
      source = new EventSource('/api/events');
      source.onopen = () => {
        if (failures > 0) onReconnect();
        failures = 0;
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

    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    });
    open();
  });
}
