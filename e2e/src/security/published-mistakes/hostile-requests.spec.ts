import { createConnection } from 'node:net';
import { expect } from 'chai';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../../bare-server.spec.support.js';
import { json, send } from '../route-walk.spec.support.js';
import { call, read, sendRaw } from './support.spec.support.js';

const MEGABYTE = 1024 * 1024;

describe('requests made to do harm:', () => {
  let server: BareServer;
  let root: OpenSession;

  before(async () => {
    server = await startBareServer();
    root = await server.session(await server.createUser('root', 'admin'));
  });
  after(() => server.stop());
  afterEach(async () => {
    expect((await send(`${server.url}/api/health`)).status, 'the server is well afterwards').to.equal(200);
    expect(server.log()).to.not.contain('"request failed"');
  });

  const login = '/api/auth/local/login';
  const head = (lines: readonly string[]) =>
    `${[`POST ${login} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`;
  const statuses = (text: string) => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

  it('one body is not read as two requests (smuggling)', async () => {
    const hidden = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
    const attempts: Readonly<Record<string, string>> = {
      'both lengths': `${head(['Content-Length: 4', 'Transfer-Encoding: chunked'])}0\r\n\r\n${hidden}`,
      'two lengths': `${head(['Content-Length: 0', `Content-Length: ${hidden.length}`])}${hidden}`,
      'a length with a sign': `${head(['Content-Length: +5'])}12345${hidden}`,
      'an encoding in disguise': `${head(['Transfer-Encoding: xchunked', 'Content-Length: 4'])}0\r\n\r\n${hidden}`,
      'a header folded over lines': `${head(['Transfer-Encoding:\r\n chunked', 'Content-Length: 4'])}0\r\n\r\n${hidden}`,
      'a space before the colon': `${head(['Transfer-Encoding : chunked'])}0\r\n\r\n${hidden}`,
      'a chunk length with rubbish': `${head(['Transfer-Encoding: chunked'])}5;\n12345\r\n0\r\n\r\n${hidden}`,
    };
    for (const [name, text] of Object.entries(attempts)) {
      const answers = statuses(await sendRaw(server, text, 1_000));
      expect(
        answers.every((status) => status >= 400),
        `${name}: ${answers.join()}`,
      ).to.equal(true);
    }
  });

  it('a body without a length does not fill the memory', async () => {
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1');
    const chunk = `10000\r\n${'A'.repeat(0x10000)}\r\n`;
    let sent = 0;
    const answer = await new Promise<string>((resolve) => {
      const told: Buffer[] = [];
      const end = () => resolve(Buffer.concat(told).toString());
      socket.on('data', (part: Buffer) => {
        told.push(part);
        end();
      });
      socket.on('close', end);
      socket.on('error', end);
      const pump = (): void => {
        while (!socket.destroyed && sent < 64 * MEGABYTE) {
          sent += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', pump);
        }
        end();
      };
      socket.write(head(['Transfer-Encoding: chunked']));
      pump();
    });
    socket.destroy();

    expect(statuses(answer)).to.deep.equal([413]);
    expect(sent, 'bytes that were taken').to.be.below(16 * MEGABYTE);
  });

  it('a packed body is not unpacked endlessly', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, '{'));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { status } = await send(`${server.url}${login}`, { method: 'POST', headers, body: bomb });
    expect([400, 413, 415]).to.include(status);
  });

  it('endless headers, or too many of them, do not hold a connection', async () => {
    const long = await sendRaw(server, `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(MEGABYTE)}\r\n\r\n`, 3_000);
    const many = await sendRaw(server, `GET /api/health HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(50_000)}\r\n`, 3_000);
    expect(statuses(long)).to.deep.equal([431]);
    expect([431, 400]).to.include(statuses(many)[0]);
  });

  it('JSON nested twenty thousand levels deep does not end the process', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const body = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      for (const path of ['/api/admin/integrations/check', '/api/admin/settings', login]) {
        const method = path.endsWith('settings') ? 'PATCH' : 'POST';
        const init = { method, headers: { 'content-type': 'application/json', ...bearer(root) }, body };
        expect([400, 422], path).to.include((await send(`${server.url}${path}`, init)).status);
      }
      // where anything may stand below a member
      const settings = { method: 'POST', headers: { 'content-type': 'application/json', ...bearer(root) } };
      const deep = { ...settings, body: `{"pluginId":"notify-discord","settings":{"webhookUrl":${body}}}` };
      expect((await send(`${server.url}/api/admin/integrations/check`, deep)).status).to.be.below(500);
    }
  });

  it('settings do not reach into the prototype of every object', async () => {
    const bodies = [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"requests":{"__proto__":{"autoApprove":true,"polluted":true}}}',
      '{"server":{"constructor":{"prototype":{"polluted":true}}}}',
    ];
    const before = await server.app.services.settings.get();
    for (const body of bodies) {
      const init = { headers: { 'content-type': 'application/json', ...bearer(root) }, body };
      await send(`${server.url}/api/admin/settings`, { method: 'PATCH', ...init });
      const integration = `{"pluginId":"notify-discord","name":"P","enabled":false,"settings":${body}}`;
      await send(`${server.url}/api/admin/integrations`, { method: 'POST', ...init, body: integration });
    }
    const nested = `{"pluginId":"notify-discord","name":"P","enabled":false,"settings":{"webhookUrl":"https://discord.com/api/webhooks/1/x","__proto__":{"allowOtherHost":true}}}`;
    await send(`${server.url}/api/admin/integrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(root) },
      body: nested,
    });

    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
    expect(await server.app.services.settings.get()).to.deep.equal(before);
    const { items } = read<{ items: { settings: Record<string, unknown> }[] }>(await call(server, root, 'GET', '/api/admin/integrations'));
    for (const { settings } of items) expect(settings['allowOtherHost']).to.not.equal(true);
  });

  it('a path does not lead out of the folder of the pages, to the keys', async () => {
    const { keys } = server.app.services;
    for (const path of [
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
      '/assets/....//....//package.json',
      '/api/docs/..%2f..%2fpackage.json',
      '/api/docs/%2e%2e%2fkeys.json',
      `${server.dataDir}/keys.json`,
      '//etc/passwd',
      '/%00/etc/passwd',
      '/.git/config',
      '/.env',
    ]) {
      const raw = await sendRaw(
        server,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${root.accessToken}\r\nConnection: close\r\n\r\n`,
      );
      expect(raw, path).to.not.match(/root:.*:0:0:|"workspaces"|repositoryformatversion/);
      expect(raw, path).to.not.contain(keys.jwtKey.toString('base64'));
    }
  });

  it('line breaks in what is sent become neither headers of the answer nor lines of the log', async () => {
    const planted = 'x%0d%0aSet-Cookie:%20planted=1%0d%0a%0d%0a%3Cscript%3E';
    for (const path of [`/api/requests/${planted}`, `/${planted}`, `/api/covers/${planted}`, `/api/admin/users?search=${planted}`]) {
      const answer = await send(`${server.url}${path}`, { headers: bearer(root) });
      expect(answer.headers.getSetCookie(), path).to.deep.equal([]);
    }
    await send(`${server.url}${login}`, json('POST', { username: 'x\n{"level":60,"msg":"planted line"}', password: 'y' }));
    for (const line of server.log().trimEnd().split('\n').slice(1)) {
      expect(() => void JSON.parse(line), line).to.not.throw();
      expect((JSON.parse(line) as { msg?: string }).msg).to.not.equal('planted line');
    }
  });

  it('a name does not become a formula in an exported file', async () => {
    const { users, integrations } = server.app.services;
    for (const username of ['@sum-1', '+1-1', '-2-3', '=1+1']) {
      const made = await users
        .create({ username, password: 'correct horse battery', role: 'user' }, { name: username })
        .catch(() => undefined);
      if (made) await users.update(made.id, { displayName: '=HYPERLINK("http://evil.example")' }, { id: made.id, name: made.username });
    }
    const settings = { webhookUrl: 'https://discord.com/api/webhooks/1/x' };
    await integrations.create({ pluginId: 'notify-discord', name: '=cmd|/c calc', settings, enabled: false }, { name: '=cmd' });

    const { text } = await call(server, root, 'GET', '/api/admin/audit/export');

    expect(text).to.contain("'=cmd").and.contain("'@sum-1");
    for (const line of text.split('\r\n')) {
      // a cell starts a line or follows a comma, and may be quoted
      expect(
        line.replace(/"(?:[^"]|"")*"/g, (cell) => (/^"[=+\-@\t]/.test(cell) ? '=formula' : 'text')),
        line,
      ).to.not.match(/(?:^|,)[=+\-@\t]/);
    }
  });
});
