import { IntegrationError, isIntegrationError, type Indexer, type Release, type SearchOutcome } from '@lectern/plugin-api';
import { indexerRows } from './indexer-contract.js';
import { ask, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

const SOURCE = { id: '1', name: 'Only' };
const HASH = 'a'.repeat(40);
const RELEASE: Release = {
  guid: 'g1',
  title: 'A Walk',
  protocol: 'torrent',
  indexer: SOURCE,
  flags: [],
  infoHash: HASH,
  private: { path: '/get/1' },
};

const reference: Reference<Indexer, object> = {
  service: () => ({
    handle: ({ path, query }) => {
      if (path === '/check') return { json: {} };
      if (path === '/get/1') return { json: { uri: `magnet:?xt=urn:btih:${HASH}` } };
      return { json: query.get('q') === 'nothing' ? [] : [RELEASE] };
    },
  }),
  create: (context) => {
    const find = async (signal: AbortSignal, q = ''): Promise<SearchOutcome> => {
      const releases = await ask<Release[]>(context, '/search', signal, { query: { q } });
      return { releases, sources: [{ ...SOURCE, status: releases.length > 0 ? 'ok' : 'empty' }] };
    };
    return {
      protocols: ['torrent'],
      search: (query, { signal }) => find(signal, query.text),
      recent: ({ signal }) => find(signal),
      async resolve(release, { signal }) {
        const { uri } = await ask<{ uri: string }>(context, release.private.path as string, signal);
        return { kind: 'magnet', uri, infoHash: HASH };
      },
    };
  },
};

provesSuite(
  'an indexer',
  reference,
  (make) => indexerRows(make, { secrets: [SECRET], patienceMs: 800, found: { text: 'walk' }, nothing: { text: 'nothing' } }).rows,
  [
    {
      what: 'turns every fault into "nothing found"',
      but: (right) => ({
        search: (query, call) =>
          right.search(query, call).catch(() => ({ releases: [], sources: [{ ...SOURCE, status: 'empty' as const }] })),
      }),
      caughtBy: /^search ← 500.*got answer/,
    },
    {
      what: 'throws something else than an IntegrationError',
      but: (right) => ({
        search: (query, call) =>
          right.search(query, call).catch((cause: unknown) => {
            throw new Error('failed', { cause });
          }),
      }),
      caughtBy: /^search ← 401.*expected an IntegrationError/,
    },
    {
      what: 'takes every fault for a bad response',
      but: (right) => ({
        resolve: (release, call) =>
          right.resolve(release, call).catch((cause: unknown) => {
            throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'failed', { cause });
          }),
      }),
      caughtBy: /^resolve ← 404/,
    },
    {
      what: 'loses Retry-After',
      but: (right) => ({
        search: (query, call) =>
          right.search(query, call).catch((error: unknown) => {
            throw isIntegrationError(error) ? new IntegrationError(error.code, error.message) : error;
          }),
      }),
      caughtBy: /^search ← 429.*retryAfterMs 7000/,
    },
    {
      what: 'does not hand the signal on',
      but: (right) => ({ search: (query) => right.search(query, { signal: new AbortController().signal }) }),
      caughtBy: /^search ← abort/,
    },
    {
      what: 'puts the key into its messages',
      but: (right, { context }) => ({
        search: (query, call) =>
          right.search(query, call).catch((error: unknown) => {
            throw isIntegrationError(error)
              ? new IntegrationError(error.code, `the key ${context.settings.apiKey} is bad`, { retryAfterMs: error.retryAfterMs })
              : error;
          }),
      }),
      caughtBy: /^search ← 401.*secret is visible in the error/,
    },
    {
      what: 'logs the key',
      but: (right, { context }) => ({
        search: (query, call) => {
          context.log.debug('asking', { key: context.settings.apiKey });
          return right.search(query, call);
        },
      }),
      caughtBy: /^search finds.*secret is visible in the logs/,
    },
    {
      what: 'shows the key in a link for people',
      but: (right, { context }) => ({
        async search(query, call) {
          const { releases, sources } = await right.search(query, call);
          return { sources, releases: releases.map((one) => ({ ...one, infoUrl: `http://x/?apikey=${context.settings.apiKey}` })) };
        },
      }),
      caughtBy: /secret is visible in the answer/,
    },
    {
      what: 'answers with dates',
      but: (right) => ({
        async search(query, call) {
          const { releases, sources } = await right.search(query, call);
          return { sources, releases: releases.map((one) => ({ ...one, publishedAt: new Date() as unknown as string })) };
        },
      }),
      caughtBy: /^search finds.*plain, serialisable data.*is a Date/,
    },
    {
      what: 'names its authors in one text',
      but: (right) => ({
        async search(query, call) {
          const { releases, sources } = await right.search(query, call);
          return { sources, releases: releases.map((one) => ({ ...one, authors: 'Jane Austen' as unknown as string[] })) };
        },
      }),
      caughtBy: /authors/,
    },
    {
      what: 'finds a release twice',
      but: (right) => ({
        async search(query, call) {
          const { releases, sources } = await right.search(query, call);
          return { sources, releases: [...releases, ...releases] };
        },
      }),
      caughtBy: /^search finds.*more than once/,
    },
    {
      what: 'names no sources',
      but: (right) => ({ search: async (query, call) => ({ ...(await right.search(query, call)), sources: [] }) }),
      caughtBy: /^search that finds nothing/,
    },
    {
      what: 'finds releases of a protocol it does not speak',
      but: () => ({ protocols: ['usenet'] as const }),
      caughtBy: /^search finds.*not among protocols/,
    },
    {
      what: 'resolves a torrent to an nzb',
      but: () => ({ resolve: async () => ({ kind: 'nzb', bytes: new Uint8Array([1]), name: 'a' }) }),
      caughtBy: /^resolve makes.*becomes no nzb/,
    },
    {
      what: 'hands out a sign-in page as a torrent',
      but: () => ({ resolve: async () => ({ kind: 'torrent', bytes: new TextEncoder().encode('<html>'), infoHash: HASH }) }),
      caughtBy: /^resolve makes.*is none/,
    },
    {
      what: 'needs the very release it handed out',
      but: (right) => {
        const known = new WeakSet<object>();
        return {
          async search(query, call) {
            const outcome = await right.search(query, call);
            for (const one of outcome.releases) known.add(one);
            return outcome;
          },
          resolve: async (release, call) => {
            if (!known.has(release)) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'unknown release');
            return right.resolve(release, call);
          },
        };
      },
      caughtBy: /^resolve makes/,
    },
    {
      what: 'mixes searches that run side by side',
      but: (right) => {
        let last: Parameters<Indexer['search']>[0] | undefined;
        return {
          async search(query, call) {
            last = query;
            await Promise.resolve();
            return right.search(last, call);
          },
        };
      },
      caughtBy: /^searches side by side/,
    },
  ],
);
