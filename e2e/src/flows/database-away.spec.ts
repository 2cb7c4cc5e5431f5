import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { createPostgresDatabase } from '@lectern/core/testing';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { send } from '../security/route-walk.spec.support.js';

/** A wire to the database server that can be cut. */
interface Wire {
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

async function layWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  async function mend(): Promise<void> {
    server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }
  await mend();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.toString(),
    mend,
    async cut() {
      const closed = new Promise<void>((resolve) => server?.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

requireOrSkip('postgres')('a PostgreSQL server that goes away', () => {
  let wire: Wire;
  let drop: () => Promise<void>;
  let server: BareServer;
  let admin: OpenSession;

  before(async () => {
    const made = await createPostgresDatabase();
    drop = made.drop;
    wire = await layWire(made.url);
    server = await startBareServer({ DATABASE_URL: wire.url, LECTERN_LOG_LEVEL: 'info', LECTERN_ROLE: 'all' });
    admin = await server.session(await server.createUser('admin', 'admin'));
  });
  after(async () => {
    await server?.stop();
    await wire?.cut();
    await drop?.();
  });

  const PATHS = ['/api/requests', '/api/admin/users', '/api/admin/settings', '/api/admin/jobs', '/api/notifications', '/api/auth/me'];

  it('is answered with 503 and logged in one line, and everything continues when it is back', async () => {
    const get = (path: string) => send(server.url + path, { headers: bearer(admin) });
    const until = Date.now() + 2_500;
    const linesBefore = server.log().split('\n').length;

    await wire.cut();
    const during = [];
    while (Date.now() < until) for (const path of PATHS) during.push(await get(path));
    const health = [await send(`${server.url}/api/health`), await get('/api/health')];
    const lines = server
      .log()
      .split('\n')
      .slice(linesBefore - 1);
    await wire.mend();
    let after = await get('/api/requests');
    for (let tries = 0; after.status !== 200 && tries < 50; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      after = await get('/api/requests');
    }

    expect(during).to.have.length.above(20);
    expect([...new Set(during.map(({ status, code }) => `${status} ${code}`))]).to.deep.equal(['503 database_unavailable']);
    expect(during[0]?.headers.get('retry-after')).to.equal('5');
    expect(health.map(({ status }) => status)).to.deep.equal([503, 503]);
    expect(JSON.parse(health[0]?.text ?? '{}')).to.include({ status: 'degraded', databaseFault: 'unreachable' });
    expect(lines.filter((line) => line.includes('"level":"error"'))).to.have.length(1);
    expect(lines.filter((line) => line.includes('"level":"warn"')).length).to.be.at.most(1);
    expect(after.status).to.equal(200);
  });
});
