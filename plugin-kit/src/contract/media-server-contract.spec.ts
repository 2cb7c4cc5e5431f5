import {
  IntegrationError,
  type Call,
  type LibraryItem,
  type ListeningProgress,
  type MediaServer,
  type PasswordSignIn,
} from '@lectern/plugin-api';
import { mediaServerRows } from './media-server-contract.js';
import { ask, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

interface Service {
  items: LibraryItem[];
}

const SIZE = 2;
const PASSWORD = 'planted-password';
const TITLES = ['One', 'Two', 'Three'];

const HEARD: ListeningProgress[] = [
  { itemId: 'i1', fraction: 0.4, isFinished: false, heardAt: '2026-02-02T00:00:00Z' },
  { itemId: 'i0', fraction: 1, isFinished: true, heardAt: '2026-02-01T00:00:00Z' },
];

function itemOf(title: string, index: number): LibraryItem {
  return {
    itemId: `i${index}`,
    libraryId: 'main',
    title,
    authors: ['A. Walker'],
    narrators: [],
    hasCover: index === 0,
    path: `/books/${title}`,
    addedAt: '2026-01-01T00:00:00Z',
    updatedAt: `2026-01-0${index + 1}T00:00:00Z`,
  };
}

const reference: Reference<MediaServer, Service> = {
  service() {
    const service: Service = { items: TITLES.map(itemOf) };
    return Object.assign(service, {
      handle({ method, path, query, request }: { method: string; path: string; query: URLSearchParams; request: { json?: unknown } }) {
        const [, place = '', id = ''] = path.split('/');
        if (place === 'check' || place === 'scan') return { json: {} };
        if (place === 'libraries')
          return { json: ['main', 'none'].map((name) => ({ id: name, name, type: 'audiobook', roots: ['/books'] })) };
        if (place === 'items' && method === 'GET') {
          const from = Number(query.get('from'));
          return { json: id === 'none' ? [] : service.items.slice(from, from + SIZE) };
        }
        if (place === 'items' && method === 'PATCH') {
          service.items = service.items.map((item) => (item.itemId === id ? { ...item, ...(request.json as object) } : item));
          return { json: {} };
        }
        if (place === 'items') {
          service.items = service.items.filter(({ itemId }) => itemId !== id);
          return { json: {} };
        }
        if (place === 'progress') return { json: query.get('of') === 'u1' ? HEARD : [] };
        if (place === 'login')
          return { status: (request.json as { password: string }).password === PASSWORD ? 200 : 401, json: { id: 'u1' } };
        return id === 'i0' ? { headers: { 'content-type': 'image/png' }, body: new Uint8Array([137, 80]) } : { status: 404 };
      },
    });
  },
  create: (context) => ({
    libraries: ({ signal }) => ask(context, '/libraries', signal),
    async items(libraryId, { signal, cursor = '0' }) {
      const items = await ask<LibraryItem[]>(context, `/items/${libraryId}`, signal, { query: { from: cursor } });
      return items.length < SIZE ? { items } : { items, next: String(Number(cursor) + SIZE) };
    },
    async refresh(_libraryId, { signal }) {
      await ask(context, '/scan', signal, { method: 'POST' });
    },
    async cover(itemId, { signal }) {
      const { baseUrl, apiKey } = context.settings;
      const answer = await context.http.request({
        url: `${baseUrl}/covers/${itemId}`,
        headers: { 'x-api-key': apiKey },
        acceptStatus: [200, 404],
        signal,
      });
      if (answer.status === 404) return null;
      const contentType = answer.headers['content-type'] ?? '';
      if (!contentType.startsWith('image/')) throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'the cover is no picture');
      return { contentType, bytes: answer.body };
    },
    async setAsin(itemId, asin, { signal }) {
      await ask(context, `/items/${itemId}`, signal, { method: 'PATCH', json: { asin } });
    },
    async remove(itemId, { signal }) {
      await ask(context, `/items/${itemId}`, signal, { method: 'DELETE' });
    },
    itemAddress: async () => `${context.settings.baseUrl}/items/{itemId}`,
    async progress(subject, { signal }) {
      const heard = await ask<ListeningProgress[]>(context, '/progress', signal, { query: { of: subject } });
      return heard;
    },
    accounts: {
      signIn: {
        kind: 'password',
        async signIn({ username, password }, { signal }) {
          const { id } = await ask<{ id: string }>(context, '/login', signal, { method: 'POST', json: { username, password } });
          return { subject: id, username, isAdmin: false };
        },
      },
    },
  }),
};

/** A server that changes each item. */
function itemsWith(change: (item: LibraryItem) => LibraryItem) {
  return (right: MediaServer): Partial<MediaServer> => ({
    async items(libraryId, call) {
      const page = await right.items(libraryId, call);
      return { ...page, items: page.items.map(change) };
    },
  });
}

function passwordOf({ accounts }: MediaServer): PasswordSignIn['signIn'] {
  if (accounts?.signIn.kind !== 'password') throw new Error('no sign-in');
  return accounts.signIn.signIn;
}

function signsIn(signIn: PasswordSignIn['signIn']): MediaServer['accounts'] {
  return { signIn: { kind: 'password', signIn } };
}

/** A sign-in at another service with a known address. */
function elsewhere(finish: (call: Call) => Promise<undefined>): MediaServer['accounts'] {
  const begin = async () => ({ url: 'http://elsewhere.example/', state: 's1' });
  return { signIn: { kind: 'redirect', begin, finish: (_back, call) => finish(call) } };
}

function nothing(): undefined {
  return undefined;
}

function refuse(): never {
  throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'wrong password');
}

provesSuite(
  'a media server',
  reference,
  (make) =>
    mediaServerRows(make, {
      secrets: [SECRET],
      patienceMs: 800,
      libraryId: 'main',
      emptyLibraryId: 'none',
      titles: () => TITLES,
      covers: { with: 'One', without: 'Two' },
      listener: { subject: 'u1', heard: ['Two', 'One'], other: 'u2' },
      account: { username: 'ada', password: PASSWORD },
    }).rows,
  [
    {
      what: 'repeats its first page',
      but: (right) => ({
        async items(libraryId, call) {
          const page = await right.items(libraryId, call);
          return page.next !== undefined && call.cursor === undefined ? { items: [...page.items, ...page.items], next: page.next } : page;
        },
      }),
      caughtBy: /^a walk hands out every item once.*more than once/,
    },
    {
      what: 'skips the last page',
      but: (right) => ({ items: async (libraryId, call) => ({ items: (await right.items(libraryId, call)).items }) }),
      caughtBy: /^a walk hands out every item once/,
    },
    {
      what: 'ends a walk quietly when a page fails',
      but: (right) => ({
        items: (libraryId, call) =>
          call.cursor === undefined ? right.items(libraryId, call) : right.items(libraryId, call).catch(() => ({ items: [] })),
      }),
      caughtBy: /^items in the middle of a walk ← hang.*got answer/,
    },
    {
      what: 'has too few items for a walk of two pages',
      but: (_right, { context }) => ({
        items: async (libraryId, { signal }) => ({ items: await ask<LibraryItem[]>(context, `/items/${libraryId}`, signal) }),
      }),
      caughtBy: /^items in the middle of a walk ← 500.*the fixtures need more items/,
    },
    {
      what: 'ends a walk since a time quietly when its second list fails',
      but: (_right, { context }) => ({
        async items(libraryId, { signal, cursor, since }) {
          const items = await ask<LibraryItem[]>(context, `/items/${libraryId}`, signal).catch((error: unknown) => {
            if (cursor === undefined || since === undefined) throw error;
            return [];
          });
          return since === undefined || cursor !== undefined ? { items } : { items: [], next: 'changed' };
        },
      }),
      caughtBy: /^items in the middle of a walk ← reset.*got answer/,
    },
    { what: 'names the wrong library', but: itemsWith((item) => ({ ...item, libraryId: 'other' })), caughtBy: /^a walk hands out/ },
    { what: 'gives relative paths', but: itemsWith((item) => ({ ...item, path: 'books/one' })), caughtBy: /path must match/ },
    {
      what: 'gives times in milliseconds',
      but: itemsWith((item) => ({ ...item, updatedAt: '1767225600000' })),
      caughtBy: /updatedAt must match/,
    },
    {
      what: 'makes up ids',
      but: itemsWith((item) => ({ ...item, itemId: String(Math.random()) })),
      caughtBy: /^ids of items are the same/,
    },
    {
      what: 'leaves out what changed',
      but: (right) => ({ items: async (libraryId, call) => (call.since === undefined ? right.items(libraryId, call) : { items: [] }) }),
      caughtBy: /^since hands out/,
    },
    {
      what: 'throws where there is no cover',
      but: (right) => ({
        async cover(itemId, call) {
          const cover = await right.cover(itemId, call);
          if (!cover) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'no cover');
          return cover;
        },
      }),
      caughtBy: /^cover is a picture/,
    },
    {
      what: 'hands out a sign-in page as a cover',
      but: (_right, { context }) => ({
        async cover(itemId, { signal }) {
          const answer = await context.http.request({
            url: `${context.settings.baseUrl}/covers/${itemId}`,
            acceptStatus: [200, 404],
            signal,
          });
          return answer.status === 404 ? null : { contentType: 'image/png', bytes: answer.body };
        },
      }),
      caughtBy: /^cover ← html.*got answer/,
    },
    {
      what: 'takes a script for the address of an item',
      but: () => ({ itemAddress: async () => 'javascript:open({itemId})' }),
      caughtBy: /^itemAddress is a web address.*must match/,
    },
    {
      what: 'puts the id of an item into the host',
      but: () => ({ itemAddress: async () => 'https://{itemId}.listen.example/' }),
      caughtBy: /^itemAddress is a web address.*must match/,
    },
    {
      what: 'leaves no place for the id of an item',
      but: () => ({ itemAddress: async () => 'https://listen.example/library' }),
      caughtBy: /^itemAddress is a web address.*must match/,
    },
    {
      what: 'shows people its key in the address of an item',
      but: (_right, { context }) => ({ itemAddress: async () => `https://listen.example/item/{itemId}?key=${context.settings.apiKey}` }),
      caughtBy: /^itemAddress is a web address.*secret/,
    },
    {
      what: 'tells everybody what one person heard',
      but: (right) => ({ progress: async (_subject, call) => (await right.progress?.('u1', call)) ?? [] }),
      caughtBy: /^progress is what that account heard.*another account/,
    },
    {
      what: 'counts progress in percent',
      but: (right) => ({
        progress: async (subject, call) =>
          ((await right.progress?.(subject, call)) ?? []).map((one) => ({ ...one, fraction: one.fraction * 100 })),
      }),
      caughtBy: /^progress is what that account heard.*fraction must be/,
    },
    {
      what: 'takes a service that fails for somebody who heard nothing',
      but: (right) => ({ progress: async (subject, call) => (await right.progress?.(subject, call).catch(() => [])) ?? [] }),
      caughtBy: /^progress ← .*got answer/,
    },
    { what: 'writes no ASIN', but: () => ({ setAsin: async () => undefined }), caughtBy: /^setAsin writes/ },
    {
      what: 'removes everything',
      but: (right, { service }) => ({
        async remove(itemId, call) {
          await right.remove?.(itemId, call);
          service.items = [];
        },
      }),
      caughtBy: /^remove takes the item and no other/,
    },
    {
      what: 'lets everybody in',
      but: () => ({
        accounts: {
          signIn: { kind: 'password' as const, signIn: async ({ username }) => ({ subject: username, username, isAdmin: true }) },
        },
      }),
      caughtBy: /^an account signs in/,
    },
    {
      what: 'takes a service that fails for a wrong password',
      but: (right) => ({ accounts: signsIn((credentials, call) => passwordOf(right)(credentials, call).catch(refuse)) }),
      caughtBy: /^accounts\.signIn ← 500.*got INTEGRATION_UNAUTHORIZED/,
    },
    {
      what: 'begins a sign-in elsewhere that cannot be reached',
      but: () => ({ accounts: elsewhere(async () => undefined) }),
      caughtBy: /^accounts\.begin ← hang.*got answer/,
    },
    {
      what: 'takes a sign-in that failed for one that is not finished',
      but: (_right, { context }) => ({
        accounts: elsewhere(({ signal }) => ask(context, '/check', signal).then(nothing, nothing)),
      }),
      caughtBy: /^accounts\.finish ← reset.*got answer/,
    },
    {
      what: 'writes passwords into its log',
      but: (right, { context }) => ({
        accounts: {
          signIn: {
            kind: 'password' as const,
            signIn(credentials, call) {
              context.log.info('signing in', { ...credentials });
              return passwordOf(right)(credentials, call);
            },
          },
        },
      }),
      caughtBy: /^an account signs in.*secret is visible in the logs/,
    },
  ],
);
