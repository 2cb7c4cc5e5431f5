import { expect } from 'chai';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { fillPath, sample, send } from './route-walk.spec.support.js';

/** Bytes; more than any route with a limit of its own below this reads. */
const TOO_LARGE = 1_000_000;

describe('the limit of a body', () => {
  let server: BareServer;
  let userId: string;

  before(async () => {
    server = await startBareServer({ LECTERN_LOG_LEVEL: 'error' });
    userId = await server.createUser('sender', 'admin');
    // another limit would answer first
    Object.assign(server.app.services.rateLimiter, { take: async () => undefined });
  });
  after(() => server.stop());

  it('ends each body that is longer', async () => {
    const routes = server.app.routes.filter(({ body, maxBodyBytes }) => body !== undefined && (maxBodyBytes ?? 0) < TOO_LARGE);
    const body = JSON.stringify({ member: 'x'.repeat(TOO_LARGE) });
    const statuses = new Set<number>();

    for (const route of routes) {
      // a session for each: one of them ends it
      const headers = { ...bearer(await server.session(userId)), 'content-type': 'application/json' };
      const params: { readonly properties?: Readonly<Record<string, object>> } | undefined = route.params;
      const [param = {}] = Object.values(params?.properties ?? {});
      const path = fillPath(route.path, String(sample(param)));
      statuses.add((await send(`${server.url}${path}`, { method: route.method, headers, body })).status);
    }

    expect(routes.length).to.be.above(30);
    // a route whose resource does not exist never reads the body
    expect([...statuses].sort()).to.deep.equal([404, 413]);
  });
});
