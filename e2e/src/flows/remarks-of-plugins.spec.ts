import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatMessage, type LanguageTag } from '@lectern/messages';
import { expect } from 'chai';
import { startWorld, type World, type WorldRequest } from '../world.js';

const GONE_INDEXER = 999;
const TORRENT_STOPPED = 'error';
const LANGUAGES = ['de', 'ar', 'en'] as const;

/** A qBittorrent that takes every torrent and stops it with an error at once. */
async function startFailingQbittorrent(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  let asked = '';
  const torrents = new Set<string>();
  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    'app/version': () => 'v4.6.0',
    'app/webapiVersion': () => '2.9.3',
    'app/preferences': () => ({ save_path: '/downloads', max_ratio_act: 0 }),
    'torrents/categories': () => ({}),
    'torrents/info': (query) => {
      asked = query.get('hashes') ?? asked;
      const listed = query.has('hashes') ? (query.get('hashes') ?? '').split('|').filter((hash) => torrents.has(hash)) : [...torrents];
      return listed.map((hash) => ({ hash, name: 'A torrent', state: TORRENT_STOPPED, size: 1, amount_left: 1, save_path: '/downloads' }));
    },
    'torrents/add': () => {
      torrents.add(asked);
      return 'Ok.';
    },
    'torrents/delete': () => {
      torrents.clear();
      return '';
    },
  };
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    request.resume();
    request.on('end', () => {
      const answer = answers[pathname.replace('/api/v2/', '')]?.(searchParams) ?? {};
      const isText = typeof answer === 'string';
      response.setHeader('content-type', isText ? 'text/plain' : 'application/json');
      response.end(isText ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A message of a bundled plugin in a language, without its full stop, which a sentence around it may take. */
async function messageOf(plugin: string, key: string, language: LanguageTag): Promise<string> {
  const file = new URL(`../../../plugins/${plugin}/messages/${language}.json`, import.meta.url);
  const messages = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return formatMessage(messages[key] ?? '', {}, language).replace(/[.。]$/, '');
}

interface Searched {
  readonly search: { readonly sources: readonly { readonly id: string; readonly error?: string }[] } | null;
}

describe('what plugins say is wrong', () => {
  let world: World;
  let qbittorrent: Awaited<ReturnType<typeof startFailingQbittorrent>>;
  let request: WorldRequest;
  let adminId: string;

  before(async () => {
    qbittorrent = await startFailingQbittorrent();
    world = await startWorld({
      timeScale: 0.001,
      integrations: (defaults, { prowlarr }) =>
        defaults.map((entry) => {
          if (entry.pluginId === 'client-transmission')
            return { pluginId: 'client-qbittorrent', name: 'Torrents', settings: { baseUrl: qbittorrent.url } };
          if (entry.pluginId !== 'indexer-prowlarr') return entry;
          return { ...entry, settings: { ...entry.settings, indexerIds: [...prowlarr.indexers.map(({ id }) => id), GONE_INDEXER] } };
        }),
    });
    adminId = (await world.api.admin.call<{ user: { id: string } }>('GET', '/api/auth/me')).user.id;
    const id = await world.request(world.sims.playable[0]?.asin ?? '');
    const stopped = await messageOf('client-qbittorrent', 'stopped_with_error', 'en');
    request = await world.untilRequest(id, 'word of the client', ({ timeline }) =>
      timeline.some(({ message }) => message.includes(stopped)),
    );
  });
  after(async () => {
    await world?.stop();
    await qbittorrent?.close();
  });

  /** What the admin reads of the request, with a browser in a language. */
  async function read<T>(part: string, language: LanguageTag): Promise<T> {
    const { auth } = world.app.services;
    const { accessToken } = await auth.openSession(adminId, { address: '127.0.0.1', userAgent: 'spec' });
    const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': language };
    const response = await fetch(`${world.app.url}/api/requests/${request.id}${part}`, { headers });
    expect(response.status).to.equal(200);
    return (await response.json()) as T;
  }

  for (const language of LANGUAGES) {
    it(`is said in ${language} to who reads that: by the client in the history of the request, and by the indexer in the search`, async () => {
      const stopped = await messageOf('client-qbittorrent', 'stopped_with_error', language);
      const gone = await messageOf('indexer-prowlarr', 'gone', language);

      const { timeline } = (await read<{ request: WorldRequest }>('', language)).request;
      const sources = (await read<Searched>('/candidates', language)).search?.sources ?? [];

      expect(timeline.map(({ message }) => message).join('\n')).to.include(stopped);
      expect(sources.find(({ id }) => id === String(GONE_INDEXER))?.error).to.include(gone);
    });
  }
});
