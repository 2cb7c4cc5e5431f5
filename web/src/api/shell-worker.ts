import { withBase } from './base-path.js';

/** How often a tab that stays open asks whether the server has a new version. */
const LOOK_MS = 60 * 60_000;
/** Whoever asks for a reload waits at most this long for the new version. */
const PATIENCE_MS = 8000;

type Listener = () => void;
let isNewer = false;
const listeners = new Set<Listener>();

function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration().catch(() => undefined) : Promise.resolve(undefined);
}

function foundNewer(): void {
  isNewer = true;
  for (const listener of listeners) listener();
}

function versionOf(asked: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      port1.close();
      resolve(data);
    };
    asked.postMessage('version', [port2]);
  });
}

/** A page that came from the server may have the new version before its worker does; one that came from the cache has the old one. */
async function meet(next: ServiceWorker): Promise<void> {
  const own = document.querySelector('meta[name="lectern-version"]')?.getAttribute('content');
  if ((await versionOf(next)) === own) next.postMessage('take-over');
  else foundNewer();
}

/** Tells about a worker of a new version, once all its files are there. The first worker of a browser is no news. */
function watch(registration: ServiceWorkerRegistration): void {
  const follow = (): void => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) void meet(installing);
    });
  };
  // the browser itself may have begun to look for one
  follow();
  registration.addEventListener('updatefound', follow);
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.register(withBase('/sw.js'));
  if (registration.waiting) void meet(registration.waiting);
  watch(registration);
  const look = (): void => {
    if (!document.hidden) registration.update().catch(() => undefined);
  };
  setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
}

/** Caches the pages for offline use. It fetches them after the first page, not at the same time. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  const start = (): void => void register().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Whether the server has a newer version than this page, for `useSyncExternalStore`. */
export const newerVersion = {
  isThere: (): boolean => isNewer,
  subscribe: (listener: Listener): Listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function takeNewest(): Promise<void> {
  const registration = await worker();
  await registration?.update().catch(() => undefined);
  const next = registration?.waiting ?? registration?.installing;
  if (!next) return;
  const isOver = new Promise<void>((resolve) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'installed') next.postMessage('take-over');
      if (next.state === 'activated' || next.state === 'redundant') resolve();
    });
  });
  if (next.state === 'installed') next.postMessage('take-over');
  await isOver;
}

/** Reloads the page in the newest version that the server has. On a slow line its files may take long; the page itself comes without them. */
export async function reloadNewest(): Promise<void> {
  await Promise.race([takeNewest(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  globalThis.location.reload();
}

/**
 * Calls back with an address of this server whenever a notification was clicked while a page is open. The worker opens or reloads a page where
 * nobody answers.
 */
export function onNotificationClick(open: (address: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const address = (data as { open?: unknown } | null)?.open;
    if (typeof address !== 'string') return;
    ports[0]?.postMessage('opened');
    open(address);
  });
}
