import { expect } from 'chai';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import type { WalkedRoute } from './route-walk.spec.support.js';

/** Members whose length nobody may learn. Codes of problems and addresses of covers are none. */
const SECRET = /token|secret|password|csrf|credential|apikey|authorization|cookie|settings$/i;

/** Lists that are sent as they are, and why. */
const NOT_COMPRESSED: Readonly<Record<string, string>> = {
  'GET /api/admin/integrations': 'carries settings of services',
  'GET /api/user/shelves': 'carries settings of services',
  'GET /api/user/shelves/providers': 'is short',
  'GET /api/user/api-tokens': 'is about tokens',
  'GET /api/admin/api-tokens': 'is about tokens',
  'GET /api/user/sessions': 'is about sessions',
  'GET /api/user/identities': 'is about signing in',
  'GET /api/admin/backups': 'is short',
  'GET /api/admin/logs': 'carries what strangers sent beside what services said',
  'GET /api/admin/webhooks': 'carries addresses, which may hold a key',
  'GET /api/admin/webhooks/{id}/deliveries': 'carries answers of receivers',
  'GET /api/web-push/subscriptions': 'is short',
  'GET /api/notifications/targets': 'carries settings',
};

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** All members an answer may have, however deep, as paths. */
function membersOf(schema: Schema, path = ''): string[] {
  const named = Object.entries({ ...schema.properties, ...schema.patternProperties });
  const rest = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  return [
    ...named.flatMap(([name, inner]) => [`${path}${name}`, ...membersOf(inner, `${path}${name}.`)]),
    ...[schema.items ?? [], schema.anyOf ?? [], rest].flat().flatMap((inner) => membersOf(inner, path)),
  ];
}

function secretsIn({ responses }: WalkedRoute): string[] {
  return Object.values(responses).flatMap((answer) =>
    answer === null || 'contentType' in answer ? [] : membersOf(answer).filter((path) => SECRET.test(path.split('.').at(-1) ?? '')),
  );
}

function nameOf({ method, path }: WalkedRoute): string {
  return `${method} ${path}`;
}

describe('compression, route by route', () => {
  let server: BareServer;
  let routes: readonly WalkedRoute[];

  before(async () => {
    server = await startBareServer();
    routes = server.app.routes;
  });
  after(async () => server.stop());

  it('compresses no answer that carries a token, a secret or settings, and none of a write', () => {
    const compressed = routes.filter(({ compress }) => compress);
    const wrong = compressed.flatMap((route) => {
      const why = [...secretsIn(route), ...(route.method === 'GET' ? [] : ['is a write'])];
      return why.length === 0 ? [] : [`${nameOf(route)}: ${why.join(', ')}`];
    });

    expect(compressed).to.have.length.above(20);
    expect(wrong).to.deep.equal([]);
    // or the walk would find nothing anywhere
    const withSecrets = routes.filter((route) => secretsIn(route).length > 0).map(nameOf);
    expect(withSecrets).to.include.members([
      'POST /api/auth/refresh',
      'POST /api/user/api-tokens',
      'POST /api/requests/{id}/download-token',
      'POST /api/admin/users/{id}/login-token',
      'GET /api/admin/integrations',
    ]);
  });

  it('compresses each list, unless there is a reason', () => {
    const lists = routes.filter(({ method, responses: { 200: answer } }) => {
      const { properties } = (answer ?? {}) as Schema;
      return method === 'GET' && (properties?.['items'] !== undefined || properties?.['sections'] !== undefined);
    });

    expect(lists).to.have.length.above(15);
    const plain = lists.filter(({ compress }) => !compress).map(nameOf);
    expect(plain.sort()).to.deep.equal(Object.keys(NOT_COMPRESSED).sort());
  });

  it('streams events and returns tokens as they are, whatever the client takes', async () => {
    const reader = await server.session(await server.createUser('reader'));
    const headers = { authorization: `Bearer ${reader.accessToken}`, 'accept-encoding': 'gzip, br' };

    const document = await fetch(`${server.url}/api/openapi.json`, { headers });
    const events = await fetch(`${server.url}/api/events`, { headers });
    const made = await fetch(`${server.url}/api/user/api-tokens`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(60), scopes: ['read'] }),
    });

    expect(document.headers.get('content-encoding')).to.equal('br');
    expect(((await document.json()) as { openapi: string }).openapi).to.equal('3.1.0');
    expect(events.headers.get('content-encoding')).to.equal(null);
    await events.body?.cancel();
    expect(made.status).to.equal(201);
    expect(made.headers.get('content-encoding')).to.equal(null);
  });
});
