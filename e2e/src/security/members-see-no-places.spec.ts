import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { becomes } from '../becomes.spec.support.js';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { fillPath, sampleQuery, send, type WalkedRoute } from './route-walk.spec.support.js';

/** The places where a household keeps things. No sentence that members read contains one. */
const PLACES = ['10.77.0.5', 'indexer-host', 'tower.lan', 'localhost', '43511', 'fd00:77', '/srv/inner', 'secret-share'];
const FAULTS = [
  'Prowlarr: 10.77.0.5:43511 failed (HTTP 500: see http://indexer-host:9696/log).',
  'Downloads: tower.lan: connection refused. Is it running, and is the port right?',
  'The file “/srv/inner/secret-share/a.mp3” cannot be read; [fd00:77::1]:8080 and localhost do not answer.',
];
const FAULT = FAULTS.join(' ');
const NOW = '2026-01-02T03:04:05.000Z';

describe('what members are told of faults', () => {
  let server: BareServer;
  let member: OpenSession;
  let admin: OpenSession;
  let requestId: string;
  let shelfId: string;

  before(async () => {
    server = await startBareServer();
    member = await server.session(await server.createUser('member', 'user', { interactiveSearch: true, downloadAccess: true }));
    admin = await server.session(await server.createUser('root', 'admin'));
    requestId = await server.insertRequest(member.userId);
    shelfId = randomUUID();
    const { database } = server.app.services;
    await database.transaction(async (tx) => {
      const reason = { code: 'test', message: FAULT, nextStep: FAULT, todo: FAULT, since: NOW };
      await tx.run('UPDATE requests SET reason = ?, status = ? WHERE id = ?', [JSON.stringify(reason), 'awaiting_search', requestId]);
      for (const [n, message] of [FAULT, ...FAULTS].entries()) {
        const event = { id: `0000000${n}-0000-7000-8000-000000000000`, requestId, at: NOW, event: 'search_failed', message };
        await tx.insert('request_events', { ...event, fromStatus: null, toStatus: null, actorId: null, detail: null });
      }
      await tx.insert('searches', {
        id: randomUUID(),
        requestId,
        startedAt: NOW,
        finishedAt: NOW,
        automatic: true,
        queries: '[]',
        sources: JSON.stringify([
          { id: 'x', name: 'X', integrationId: 'i', integrationName: 'Prowlarr', status: 'failed', found: 0, error: FAULT },
        ]),
      });
      for (const userId of [member.userId, admin.userId]) {
        await tx.insert('notifications', {
          id: randomUUID(),
          userId,
          event: 'request_error',
          title: 'Trouble',
          lines: JSON.stringify(FAULTS),
          requestId,
          dedupeKey: `k-${userId}`,
          createdAt: NOW,
          readAt: null,
        });
      }
      await tx.insert('shelves', {
        id: shelfId,
        userId: member.userId,
        pluginId: 'shelf-goodreads',
        name: 'Mine',
        settings: '{}',
        secretsSealed: null,
        pluginVersion: '1.0.0',
        autoRequest: false,
        paused: true,
        failures: 1,
        lastWalk: null,
        result: null,
        error: JSON.stringify({ code: 'INTEGRATION_UNAVAILABLE', message: FAULT, at: NOW }),
        readAt: null,
        triedAt: NOW,
        nextAt: null,
        createdAt: NOW,
        updatedAt: NOW,
      });
    });
  });
  after(async () => server.stop());

  function pathOf(route: WalkedRoute): string {
    const ids: Readonly<Record<string, string>> = { '/api/requests/{id}': requestId, '/api/user/shelves/{id}': shelfId };
    const own = Object.entries(ids).find(([start]) => route.path.startsWith(start));
    return fillPath(route.path, own?.[1] ?? (route.path.includes('{asin}') ? 'B0WALK0001' : randomUUID())) + sampleQuery(route);
  }

  /** Returns the places that answers contain, by route. */
  async function walk(session: OpenSession): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    // the description of the API has examples of addresses, and says where it is itself
    const routes = server.app.routes.filter(({ method, path }) => method === 'GET' && !/^\/api\/(openapi|docs)/.test(path));
    for (const route of routes) {
      const { text } = await send(`${server.url}${pathOf(route)}`, { headers: bearer(session) });
      const places = PLACES.filter((place) => text.includes(place));
      if (places.length > 0) found.set(route.path, places);
    }
    return found;
  }

  it('names no address and no path, whatever page they open', async () => {
    const seen = await walk(member);

    expect(Object.fromEntries(seen)).to.deep.equal({});
  });

  it('leaves to admins what they need to mend it', async () => {
    const seen = await walk(admin);

    expect([...seen.keys()]).to.include.members([
      '/api/requests/{id}',
      '/api/requests/{id}/candidates',
      '/api/admin/requests',
      '/api/notifications',
    ]);
    expect(seen.get('/api/requests/{id}')).to.deep.equal(PLACES);
  });

  it('names none in live events either', async () => {
    const abort = new AbortController();
    const stream = await fetch(`${server.url}/api/events`, { headers: bearer(member), signal: abort.signal });
    let text = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const part of stream.body ?? []) text += decoder.decode(part as Uint8Array, { stream: true });
    })().catch(() => undefined);

    server.app.services.announcer.changed(requestId);
    await becomes(async () => text.includes('request.updated'), true, 'the event');
    abort.abort();
    await reading;

    expect(text).to.contain('connection refused');
    expect(PLACES.filter((place) => text.includes(place))).to.deep.equal([]);
  });
});
