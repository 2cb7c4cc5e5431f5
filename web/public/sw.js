/* global self, caches, Request */
// Keeps the shell: the page and the hashed files of all pages for readers, so that they open without a connection. Never touches /api.
// The build puts a first line before this that says which files belong together; each build has a cache of its own.
const { version, files } = self.SHELL ?? { version: 'none', files: [] };
const PREFIX = 'lectern-shell-';
const CACHE = `${PREFIX}${version}`;
const PAGE = '/';

self.addEventListener('install', (event) => {
  // The page must be the one that these files belong to; they carry a hash in their names and may come from the browser's own cache.
  const wanted = [new Request(PAGE, { cache: 'no-cache' }), '/boot.js', '/icon.svg', '/manifest.webmanifest', ...files];
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(wanted))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key.startsWith(PREFIX) && key !== CACHE).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  return cache.match(request, { ignoreVary: true });
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await kept(PAGE);
    if (cached) return cached;
    throw error;
  }
}

async function asset(request) {
  const cached = await kept(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
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
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api')) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  else event.respondWith(fixed(event.request));
});
