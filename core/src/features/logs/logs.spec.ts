import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createLogger, type Logger } from '../../platform/logging/logger.js';
import { createLogRing, type LogRing } from '../../platform/logging/log-ring.js';
import { createRedactor, type Redactor } from '../../platform/logging/redactor.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createLogReader, type LogPage, type LogReader } from './log-reader.js';
import { logRoutes } from './routes.js';

const HOST = { instances: () => [{ integrationId: 'i-1', pluginId: 'indexer-x' }] };
const ALONE = { role: 'all', databaseUrl: undefined } as const;

interface Log {
  readonly log: Logger;
  readonly ring: LogRing;
  readonly redactor: Redactor;
  readonly reader: LogReader;
}

function createLog(ring = createLogRing()): Log {
  const redactor = createRedactor();
  const log = createLogger({ level: 'trace', redactor, ring, destination: { write: () => undefined } });
  const reader = createLogReader({ logRing: ring, redact: (text) => redactor.redact(text), config: ALONE, host: HOST });
  return { log, ring, redactor, reader };
}

const messages = ({ items }: LogPage): string[] => items.map(({ message }) => message);

describe('log lines for admins', () => {
  let test: TestDatabase;
  let http: TestHttp;
  let admin: TestClient;
  let at: Log;

  before(async () => {
    test = await createTestDatabase('sqlite');
  });
  beforeEach(async () => {
    at = createLog();
    http = await startTestHttp({ database: test.database, routes: logRoutes(at.reader) });
    admin = await http.as('admin');
  });
  afterEach(() => http.stop());
  after(() => test.dispose());

  const ask = async (query = ''): Promise<LogPage> => (await admin.get<LogPage>(`/api/admin/logs${query}`)).body;

  it('have their members, oldest first', async () => {
    at.log.info({ plugin: 'indexer-x', integration: 'i-1', requestId: 'r-1', count: 3 }, 'first');
    at.log.error({ err: new Error('no route'), job: 'request.search', subject: 'request:r-2' }, 'second');
    at.log.error({ requestId: 'c-1', path: '/api/books' }, 'third');

    const { items, process: of, more } = await ask();

    expect(items[0]).to.deep.include({ level: 'info', message: 'first', plugin: 'indexer-x', integration: 'i-1', requestId: 'r-1' });
    expect(items[0]?.members).to.deep.equal({ plugin: 'indexer-x', integration: 'i-1', requestId: 'r-1', count: 3 });
    expect(items[0]?.at).to.match(/^\d{4}-/);
    expect(items[1]).to.deep.include({ level: 'error', message: 'second', requestId: 'r-2' });
    expect(items[1]?.members['err']).to.include({ message: 'no route' });
    expect(items[2]).to.deep.include({ message: 'third', callId: 'c-1' }).and.not.have.property('requestId');
    expect(of).to.include({ pid: process.pid, role: 'all', alone: true });
    expect(more).to.equal(false);
  });

  it('are filtered by level, plugin, integration, request and words', async () => {
    at.log.debug('a detail');
    at.log.info({ integration: 'i-1' }, 'Names the integration only');
    at.log.warn({ plugin: 'indexer-x' }, 'names the plugin');
    at.log.error({ plugin: 'other', requestId: 'r-1', quote: 'He said "Hello" \\ bye' }, 'of a request');
    at.log.warn({ requestId: 'c-1', path: '/api/x' }, 'of a call');

    expect(messages(await ask('?level=warn'))).to.deep.equal(['names the plugin', 'of a request', 'of a call']);
    expect(messages(await ask('?plugin=indexer-x'))).to.deep.equal(['Names the integration only', 'names the plugin']);
    expect(messages(await ask('?integration=i-1'))).to.deep.equal(['Names the integration only']);
    expect(messages(await ask('?request=r-1'))).to.deep.equal(['of a request']);
    expect(messages(await ask('?request=c-1'))).to.deep.equal(['of a call']);
    expect(messages(await ask('?words=ONLY%20names'))).to.deep.equal(['Names the integration only']);
    expect(messages(await ask(`?words=${encodeURIComponent('"hello" \\')}`))).to.deep.equal(['of a request']);
    expect(messages(await ask('?words=msg'))).to.deep.equal([]);
    expect(messages(await ask('?level=error&words=plugin'))).to.deep.equal(['of a request']);
  });

  it('go on after a cursor, none missed and none twice', async () => {
    for (let n = 1; n <= 3; n += 1) at.log.info(`line ${n}`);
    const first = await ask();
    for (let n = 4; n <= 8; n += 1) at.log.info(`line ${n}`);

    const second = await ask(`?after=other-99,${first.newest}&limit=2`);
    const third = await ask(`?after=${second.newest}`);
    const fourth = await ask(`?after=${third.newest}`);

    expect([messages(second), second.more]).to.deep.equal([['line 4', 'line 5'], true]);
    expect([messages(third), third.more]).to.deep.equal([['line 6', 'line 7', 'line 8'], false]);
    expect([fourth.items, fourth.newest]).to.deep.equal([[], third.newest]);
  });

  it('go back before a cursor, and past lines that do not fit', async () => {
    for (let n = 1; n <= 5; n += 1) at.log[n % 2 ? 'warn' : 'info'](`line ${n}`);

    const last = await ask('?level=warn&limit=2');
    const earlier = await ask(`?level=warn&limit=2&before=${last.oldest}`);

    expect([messages(last), last.more]).to.deep.equal([['line 3', 'line 5'], true]);
    expect([messages(earlier), earlier.more]).to.deep.equal([['line 1'], false]);
  });

  it('are the last ones for a cursor of another process, as after a restart', async () => {
    at.log.info('of this process');

    expect(messages(await ask('?after=other-7'))).to.deep.equal(['of this process']);
    expect(messages(await ask('?after=nonsense,,-'))).to.deep.equal(['of this process']);
  });

  it('contain no secret, even one that became known after they were logged, and do not tell whether it was there', async () => {
    at.redactor.addSecret('early-secret');
    at.log.info({ url: 'http://x/?apikey=by-its-look' }, 'early-secret and late-secret');
    at.redactor.addSecret('late-secret');

    const { items } = await ask();

    expect(JSON.stringify(items))
      .to.include('[redacted] and [redacted]')
      .and.not.match(/early-secret|late-secret|by-its-look/);
    expect(messages(await ask('?words=late-secret'))).to.deep.equal([]);
    expect(messages(await ask('?words=late-sec'))).to.deep.equal([]);
    expect(messages(await ask('?words=and'))).to.have.length(1);
  });

  it('are refused to everybody but admins, and a query out of bounds to all', async () => {
    const user = await http.as('user');
    const nobody = await http.as('nobody');

    expect((await user.get('/api/admin/logs')).status).to.equal(403);
    expect((await nobody.get('/api/admin/logs')).status).to.equal(401);
    for (const wrong of ['limit=0', 'limit=501', 'level=loud', `words=${'w'.repeat(201)}`, `after=${'a'.repeat(601)}`])
      expect((await admin.get(`/api/admin/logs?${wrong}`)).status, wrong).to.equal(400);
  });

  it('are shown as far as they can be read', async () => {
    at.ring.push('no JSON at all');
    at.ring.push('{"level":"error","time":"2026-01-02T03:04:05.678Z","msg":"it was c');
    at.ring.push('{"level":7,"time":"[redacted]","__proto__":{"x":1},"msg":null}');

    const { items } = await ask();

    expect(items.map(({ id: _id, ...line }) => line)).to.deep.equal([
      { level: 'info', message: 'no JSON at all', members: {} },
      { at: '2026-01-02T03:04:05.678Z', level: 'error', message: '"msg":"it was c', members: {} },
      { level: 'info', message: '', members: JSON.parse('{"__proto__":{"x":1}}') as object },
    ]);
    expect(messages(await ask('?level=error'))).to.have.length(1);
  });
});

describe('reading a full log', () => {
  it('lets others work meanwhile', async () => {
    const { log, ring } = createLog();
    for (let n = 0; n < 60; n += 1) log.info(`line ${n}`);
    const slow = (text: string): string => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return text;
    };
    const reader = createLogReader({ logRing: ring, redact: slow, config: ALONE, host: HOST });
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      others = setImmediate(turn);
    };
    let others = setImmediate(turn);

    await reader.read({ limit: 100 });
    clearImmediate(others);

    expect(turns).to.be.greaterThan(1);
  });
});
