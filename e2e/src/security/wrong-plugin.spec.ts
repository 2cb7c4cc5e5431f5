import { expect } from 'chai';
import { packQuickly } from '@lectern/core/testing';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { send } from './route-walk.spec.support.js';

/** Mistakes that a plugin may make in its health check; none of them may affect another plugin. */
const WRONGS: Readonly<Record<string, string>> = {
  'a version that is a number': 'return { ok: true, version: 7 };',
  nothing: 'return undefined;',
  'a text': "return 'fine';",
  'what holds itself': 'const one = { ok: true }; one.details = [one]; return one;',
  'what is 200,000 deep': 'let one = {}; for (let n = 0; n < 200000; n += 1) one = { one }; return { ok: true, details: [one] };',
  'a getter that throws': "return { get ok() { throw new Error('planted'); } };",
  'a proxy that throws': "return new Proxy({}, { get() { throw 'planted'; }, ownKeys() { throw 5; } });",
  'a thenable that never ends well': 'return { then(done, failed) { failed(null); } };',
  'a text that is thrown': "throw 'planted';",
  'null that is thrown': 'throw null;',
  'an error whose message cannot be read': "throw { get message() { throw new Error('inner'); }, get code() { throw 5; } };",
  'an error of 5 MB': "throw new Error('x'.repeat(5e6));",
  'a symbol that is thrown': "throw Symbol('planted');",
  'a frozen error with a lying code':
    "throw Object.freeze(Object.assign(new Error('planted'), { code: 'INTEGRATION_FANCY', retryAfterMs: 'soon' }));",
  'a host nobody named': "await ctx.http.request('GET', 'http://169.254.169.254/latest'); return { ok: true };",
};

const ENTRY = `
import { definePlugin } from '@lectern/plugin-api';
const wrongs = {${Object.entries(WRONGS)
  .map(([name, body]) => `\n  ${JSON.stringify(name)}: async (ctx) => { ${body} },`)
  .join('')}
};
export default definePlugin({
  create: (ctx) => ({ provides: { notifier: { send: async () => {} } }, check: () => wrongs[ctx.settings.file](ctx) }),
});
`;

interface Answer {
  readonly ok: boolean;
  readonly error?: { readonly message: string };
}

describe('a plugin that does everything wrong', () => {
  let server: BareServer;
  let admin: OpenSession;
  const ids = new Map<string, string>();

  const call = (method: string, path: string, body?: object) =>
    send(`${server.url}${path}`, {
      method,
      headers: { ...bearer(admin), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  before(async () => {
    server = await startBareServer({ LECTERN_ROLE: 'all' });
    admin = await server.session(await server.createUser('root', 'admin'));
    const { pluginManager } = server.app.services;
    await pluginManager.install({ kind: 'upload', tarball: packQuickly({ name: 'wrong', entry: ENTRY }).tarball }, { name: 'spec' });
    for (const name of Object.keys(WRONGS)) {
      const { text } = await call('POST', '/api/admin/integrations', { pluginId: 'notify-wrong', name, settings: { file: name } });
      ids.set(name, (JSON.parse(text) as { integration: { id: string } }).integration.id);
    }
  });
  after(() => server?.stop());

  for (const name of Object.keys(WRONGS)) {
    it(`is told of, and of nobody else: ${name}`, async () => {
      const checked = await call('POST', `/api/admin/integrations/${ids.get(name)}/check`, {});
      const list = await call('GET', '/api/admin/integrations');

      expect([checked.status, list.status], checked.text.slice(0, 500)).to.deep.equal([200, 200]);
      const { ok, error } = JSON.parse(checked.text) as Answer;
      expect(ok).to.equal(false);
      expect(error?.message).to.be.a('string').with.length.within(5, 5_000);
      expect((JSON.parse(list.text) as { items: object[] }).items).to.have.length(ids.size);
    });
  }
});
