/* global self, caches, Request, MessageChannel */
// Keeps the shell: the page and the hashed files of all pages for readers, so that they open without a connection. Never touches /api.
// Shows push messages.
// The build puts a first line before this that says which files belong together; each build has a cache of its own.
const { version, files } = self.SHELL ?? { version: 'none', files: [] };
/** The path of the server: `/`, or one such as `/lectern/`. Another Lectern may be below another path of the same host. */
const BASE = new URL('./', self.location.href).pathname;
const PREFIX = `lectern-shell-${BASE === '/' ? '' : BASE}`;
const CACHE = `${PREFIX}${version}`;
const PAGE = BASE;
const FIXED = ['boot.js', 'icon.svg', 'apple-touch-icon.png', 'manifest.webmanifest'].map((name) => BASE + name);
const FILES = files.map((name) => BASE + name);
/** Whether a cache is one of an earlier version of this very server. */
const isOurs = (key) => key.startsWith(PREFIX) && !key.slice(PREFIX.length).includes('/');

/** On a line that is slower than this, the page comes from the cache. A proxy that wants its own sign-in gets the chance to say so. */
const PATIENCE_MS = 600;

/** A proxy that wants its own sign-in may answer with a page of its own in place of a file. */
function isFile(response) {
  return response.ok && !response.redirected && !(response.headers.get('content-type') ?? '').startsWith('text/html');
}

async function fill() {
  const cache = await caches.open(CACHE);
  // Hashed files may come from the browser's own cache.
  await cache.addAll([new Request(PAGE, { cache: 'no-cache' }), ...FIXED, ...FILES]);
  const others = await Promise.all([...FIXED, ...FILES].map((path) => cache.match(path)));
  // The page must be the one that these files belong to; while a new version is put in place, it may not be.
  const text = await (await cache.match(PAGE)).text();
  if (!text.includes(version) || !others.every(isFile)) throw new Error('the files of this version are not all there');
}

self.addEventListener('install', (event) => {
  // A request that meets the worker in the moment in which the next one takes over leaves both waiting for each other in Chromium, and every page
  // with them. Covers load at any moment, and this worker has nothing to do with them.
  event.addRoutes?.({ condition: { urlPattern: { pathname: `${BASE}api/*` } }, source: 'network' })?.catch?.(() => undefined);
  event.waitUntil(
    fill().catch(async (error) => {
      await caches.delete(CACHE);
      throw error;
    }),
  );
});

// A worker of a new version waits until no tab uses the files of the old one, or until a page tells it to take over: one that has the
// new version already, or is about to be reloaded.
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'version') ports[0]?.postMessage(version);
  if (data === 'take-over') self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => isOurs(key) && key !== CACHE).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  return cache.match(request, { ignoreVary: true });
}

async function page(request) {
  const cached = await kept(PAGE);
  // what is shared is for this browser alone, and may be longer than an address that a server takes
  const isShared = new URL(request.url).pathname === `${BASE}share`;
  const asked = fetch(isShared ? new Request(PAGE, { redirect: 'manual' }) : request);
  if (!cached) return asked;
  const tooSlow = new Promise((resolve) => setTimeout(() => resolve(cached), PATIENCE_MS));
  // a proxy in front of a server that is away answers with a page of its own
  const answered = asked.then(
    (response) => (response.status >= 502 ? cached : response),
    () => cached,
  );
  return Promise.race([answered, tooSlow]);
}

async function asset(request) {
  const cached = await kept(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (isFile(response)) {
    const cache = await caches.open(CACHE);
    await cache.put(request, response.clone());
  }
  return response;
}

async function fixed(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await kept(request);
    if (cached) return cached;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (!pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (path.startsWith('api') || path === 'metrics') return;
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (path.startsWith('assets/')) event.respondWith(asset(event.request));
  else event.respondWith(fixed(event.request));
});

/** An address of this server, for a path without its base; `undefined` for any other. */
function ownAddress(path) {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined;
  const { href } = new URL(`.${path}`, self.registration.scope);
  return href.startsWith(self.registration.scope) ? href : undefined;
}

function messageIn(data) {
  try {
    const message = data.json();
    if (typeof message?.title === 'string') return message;
  } catch {
    // something is shown all the same, since browsers take the permission from sites that show nothing
  }
  return { title: 'Lectern', body: 'Open Lectern to see what is new.', path: '/' };
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag, icon } = messageIn(event.data);
  const options = {
    body: typeof body === 'string' ? body : '',
    icon: ownAddress(icon) ?? `${BASE}icon-192.png`,
    badge: `${BASE}badge-96.png`,
    data: { path },
    // one that takes the place of an older one is news as well
    ...(typeof tag === 'string' ? { tag, renotify: true } : {}),
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

/**
 * Takes a new subscription where the push service has ended the old one, and tells the server, to which the secret of the old one shows who asks.
 * A browser that does not hand out the old one is turned on again by the next page that opens.
 */
async function renew({ oldSubscription, newSubscription }) {
  const old = oldSubscription?.toJSON();
  if (typeof old?.keys?.auth !== 'string') return;
  const { applicationServerKey } = oldSubscription.options;
  const subscribed = newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = subscribed.toJSON();
  await fetch(`${BASE}api/web-push/subscriptions/renew`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      old: { endpoint: old.endpoint, auth: old.keys.auth },
      subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } },
    }),
  });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event));
});

/** How long an open page may take to say that it goes there itself. */
const ANSWER_MS = 1000;

/** A page goes there without loading anew, so that nothing is lost that it is doing; one that does not answer is sent there. */
async function lead(page, address) {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
  });
  page.postMessage({ open: address }, [port2]);
  if (!(await answered)) await page.navigate(address);
}

async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.filter(({ url }) => url.startsWith(self.registration.scope));
  const page = own.find(({ focused }) => focused) ?? own[0];
  if (!page) return self.clients.openWindow(address);
  await page.focus();
  return lead(page, address).catch(() => self.clients.openWindow(address));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(ownAddress(event.notification.data?.path) ?? self.registration.scope));
});
