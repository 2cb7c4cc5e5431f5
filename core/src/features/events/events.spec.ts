import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import sinon from 'sinon';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus, type EventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import type { Caller } from '../../platform/http/route.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { inEnglish } from '../../platform/words/index.js';
import { openEventStream, type EventStreamDeps } from './event-stream.js';
import { createLiveConnections, type LiveConnections } from './live-connections.js';
import { eventRoutes } from './routes.js';

const log = createLogger({ level: 'silent', redactor: createRedactor() });
const admin: Caller = {
  userId: 'a',
  username: 'admin',
  displayName: 'admin',
  role: 'admin',
  via: 'cookie',
  sessionId: 's1',
  permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true },
};

/** Reads a stream until it contains a text. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  let text = '';
  while (!text.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the stream ended after: ${text}`);
    text += Buffer.from(value).toString();
  }
  return text;
}

describe('GET /api/events', () => {
  let test: TestDatabase;
  let events: EventBus;
  let connections: LiveConnections;
  let http: TestHttp;
  let isSignedIn: boolean;

  async function start(more: Partial<EventStreamDeps> = {}): Promise<void> {
    test = await createTestDatabase('sqlite');
    events = createEventBus();
    connections = createLiveConnections();
    isSignedIn = true;
    const routes = eventRoutes({ events, connections, log, recheck: async () => isSignedIn, ...more });
    http = await startTestHttp({ database: test.database, routes });
  }
  afterEach(async () => {
    connections.endAll();
    await http.stop();
    await test.dispose();
  });

  async function listen(name: string): Promise<{ reader: ReadableStreamDefaultReader<Uint8Array>; response: Response }> {
    const client = await http.as(name);
    const response = await client.fetch('/api/events');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await readUntil(reader, ': connected');
    return { reader, response };
  }

  it('sends each caller only their events', async () => {
    await start();
    const { reader: adminReader, response } = await listen('admin');
    const { reader: userReader } = await listen('user');
    const user = await http.people.users.findByUsername('user');

    events.publish({ type: 'job.updated', data: { n: 1 }, audience: 'admins' });
    events.publish({ type: 'request.updated', data: { n: 2 }, audience: { users: [user?.id ?? ''], andAdmins: false } });
    events.publish({ type: 'request.updated', data: { n: 3 }, audience: { users: ['other'], andAdmins: true } });
    events.publish({ type: 'library.updated', data: { n: 4 }, audience: 'everyone' });

    expect(response.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).to.equal('no-store');
    expect(response.headers.get('x-accel-buffering')).to.equal('no');
    expect((await readUntil(adminReader, '"n":4')).match(/"n":\d/g)).to.deep.equal(['"n":1', '"n":3', '"n":4']);
    expect(await readUntil(userReader, '"n":4')).to.equal(
      'event: request.updated\ndata: {"n":2}\n\nevent: library.updated\ndata: {"n":4}\n\n',
    );
  });

  it('adapts an event to its caller, in order, and leaves out those of others', async () => {
    await start({
      async present({ data }: LiveEvent, caller) {
        const { n } = data as { n: number };
        if (n === 1) await sleep(20);
        if (n === 2) throw new Error('cannot be presented');
        return n === 3 ? undefined : { n, for: caller.username };
      },
    });
    const { reader } = await listen('user');

    for (const n of [1, 2, 3, 4]) events.publish({ type: 'x', data: { n }, audience: 'everyone' });

    const text = await readUntil(reader, '"n":4');
    expect(text.match(/data: .*/g)).to.deep.equal(['data: {"n":1,"for":"user"}', 'data: {"n":4,"for":"user"}']);
  });

  it('sends heartbeats, and ends when the session is over', async () => {
    await start({ heartbeatMs: 10, recheckMs: 30 });
    const { reader } = await listen('user');
    await readUntil(reader, 'event: alive\ndata: {}\n\n');

    isSignedIn = false;
    while (!(await reader.read()).done);

    expect(connections.count()).to.equal(0);
  });

  it('ends at once at sign-out, and forgets readers that leave', async () => {
    await start();
    const { reader } = await listen('user');
    const gone = await listen('admin');
    const user = await http.people.users.findByUsername('user');

    connections.endUser(user?.id ?? '');
    while (!(await reader.read()).done);
    await gone.reader.cancel();
    while (connections.count() > 0) await sleep(5);

    events.publish({ type: 'x', data: {}, audience: 'everyone' });
  });

  it('requires a session', async () => {
    await start();

    expect((await (await http.as('nobody')).get('/api/events')).status).to.equal(401);
  });
});

describe('event stream', () => {
  it('ends exactly when the API token expires', async () => {
    const events = createEventBus();
    const connections = createLiveConnections();
    const clock = sinon.useFakeTimers({
      now: Date.parse('2026-01-01'),
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    try {
      // longer than the longest timer
      const left = 40 * 86_400_000;
      const token: Caller = { ...admin, via: 'api-token', tokenId: 't', expiresAt: Date.now() + left };
      const deps = { events, connections, log, recheck: async () => true };
      const stream = openEventStream(deps, { caller: token, say: inEnglish, signal: new AbortController().signal });
      let ended = 0;
      stream.on('data', () => undefined).on('end', () => (ended = Date.now()));

      // each timer once: the stream says every few seconds that it is alive
      clock.jump(left - 1);
      const before = [ended, connections.count()];
      await clock.tickAsync(1);
      await new Promise((resolve) => setImmediate(resolve));

      expect([before, ended, connections.count()]).to.deep.equal([[0, 1], Date.parse('2026-01-01') + left, 0]);
    } finally {
      clock.restore();
    }
  });

  it('drops a reader that is too slow', async () => {
    const events = createEventBus();
    const connections = createLiveConnections();
    const deps = { events, connections, log, recheck: async () => true, maxBufferedBytes: 1000 };
    const stream = openEventStream(deps, { caller: admin, say: inEnglish, signal: new AbortController().signal });
    const closed = once(stream, 'close');

    for (let n = 0; n < 50; n += 1) events.publish({ type: 'x', data: { text: 'a'.repeat(100) }, audience: 'everyone' });
    await closed;

    expect(connections.count()).to.equal(0);
  });

  it('ends the oldest of a user’s streams if there are too many', () => {
    const connections = createLiveConnections();
    const ended: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const remove = connections.add({
        caller: admin,
        end: () => {
          ended.push(n);
          remove();
        },
      });
    }

    expect(ended).to.deep.equal([0]);
    expect(connections.count()).to.equal(20);
    connections.endSession('s1');
    expect(connections.count()).to.equal(0);
  });
});
