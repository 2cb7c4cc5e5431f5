import { IntegrationError, type EbookCandidate, type EbookSource } from '@lectern/plugin-api';
import { ebookSourceRows } from './ebook-source-contract.js';
import { ask, BASE, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

const SOURCE = { id: 'only', name: 'Only' };
const CANDIDATE: EbookCandidate = { id: '1', title: 'A Walk', authors: ['A. Walker'], format: 'epub', private: { path: '/get/1' } };

const reference: Reference<EbookSource, object> = {
  service: () => ({
    handle({ path, query }) {
      if (path === '/check') return { json: {} };
      if (path === '/get/1') return { json: { url: `${BASE}/files/1` } };
      return { json: query.get('q') === 'Nothing' ? [] : [CANDIDATE] };
    },
  }),
  create: (context) => ({
    async search({ title }, { signal }) {
      const candidates = await ask<EbookCandidate[]>(context, '/search', signal, { query: { q: title } });
      return { candidates, sources: [{ ...SOURCE, status: candidates.length > 0 ? 'ok' : 'empty' }] };
    },
    async fetch(candidate, { signal }) {
      const { url } = await ask<{ url: string }>(context, candidate.private.path as string, signal);
      return { kind: 'http', files: [{ url, name: 'a.epub' }] };
    },
  }),
};

provesSuite(
  'an ebook source',
  reference,
  (make) => ebookSourceRows(make, { secrets: [SECRET], patienceMs: 800, found: { title: 'A Walk' }, nothing: { title: 'Nothing' } }).rows,
  [
    {
      what: 'takes a foreign page for "nothing found"',
      but: (right) => ({
        search: (query, call) =>
          right.search(query, call).catch(() => ({ candidates: [], sources: [{ ...SOURCE, status: 'empty' as const }] })),
      }),
      caughtBy: /^search ← html.*got answer/,
    },
    {
      what: 'says that it failed when there was nothing',
      but: (right) => ({
        async search(query, call) {
          const { candidates } = await right.search(query, call);
          return { candidates, sources: [{ ...SOURCE, status: candidates.length > 0 ? ('ok' as const) : ('failed' as const) }] };
        },
      }),
      caughtBy: /^search that finds nothing/,
    },
    {
      what: 'finds a candidate twice',
      but: (right) => ({
        async search(query, call) {
          const { candidates, sources } = await right.search(query, call);
          return { candidates: [...candidates, ...candidates], sources };
        },
      }),
      caughtBy: /^search finds.*more than once/,
    },
    {
      what: 'writes formats as it likes',
      but: (right) => ({
        async search(query, call) {
          const { candidates, sources } = await right.search(query, call);
          return { candidates: candidates.map((one) => ({ ...one, format: 'EPUB' })), sources };
        },
      }),
      caughtBy: /^search finds.*format/,
    },
    {
      what: 'fetches a relative address',
      but: () => ({ fetch: async () => ({ kind: 'http', files: [{ url: '/files/1', name: 'a.epub' }] }) }),
      caughtBy: /^fetch says.*url/,
    },
    {
      what: 'fetches no files',
      but: () => ({ fetch: async () => ({ kind: 'http', files: [] }) }),
      caughtBy: /^fetch says.*files/,
    },
    {
      what: 'says that what is gone is broken',
      but: (right) => ({
        fetch: (candidate, call) =>
          right.fetch(candidate, call).catch((cause: unknown) => {
            throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'failed', { cause });
          }),
      }),
      caughtBy: /^fetch ← 404/,
    },
    {
      what: 'keeps what it needs in memory only',
      but: (right) => ({
        async search(query, call) {
          const { candidates, sources } = await right.search(query, call);
          const kept = candidates.map((one) =>
            Object.defineProperty({ ...one }, 'private', { value: { path: '/get/1' }, enumerable: false }),
          );
          return { candidates: kept, sources };
        },
      }),
      caughtBy: /^fetch says/,
    },
  ],
);
