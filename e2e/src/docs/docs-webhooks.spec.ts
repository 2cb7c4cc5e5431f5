import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';

const PAGE = fileURLToPath(new URL('../../../docs/webhooks.md', import.meta.url));

/** The samples: the language of their block, the file they name, and what runs them. */
const SAMPLES = [
  { language: 'js', file: 'verify.mjs', program: process.execPath },
  { language: 'python', file: 'verify.py', program: 'python3' },
  { language: 'bash', file: 'verify.sh', program: 'bash' },
] as const;

interface Run {
  readonly code: number;
  readonly said: string;
}

async function run(program: string, file: string, env: Readonly<Record<string, string>>, body: string): Promise<Run> {
  const child = spawn(program, [file], { env: { PATH: process.env['PATH'], ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end(body);
  const [code] = (await once(child, 'close')) as [number];
  return { code, said: Buffer.concat(chunks).toString().trim() };
}

describe('the page about webhooks', () => {
  let page: string;
  let folder: string;
  let server: BareServer;
  let receiver: Server;
  let headers: Record<string, string>;
  let secret: string;
  let seen: { readonly headers: IncomingHttpHeaders; readonly body: string } | undefined;

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}${path}`, { method, headers: { ...headers, 'content-type': 'application/json' }, ...sent });
    return (await answer.json()) as T;
  };

  before(async () => {
    page = await readFile(PAGE, 'utf8');
    folder = await mkdtemp(join(tmpdir(), 'lectern-webhook-samples-'));
    for (const { language, file } of SAMPLES) {
      const code = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].find(([, text]) =>
        text?.includes(file),
      )?.[1];
      expect(code, file).to.be.a('string');
      await writeFile(join(folder, file), code ?? '');
    }
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen = { headers: request.headers, body: Buffer.concat(chunks).toString() };
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    server = await startBareServer();
    headers = bearer(await server.session(await server.createUser('root', 'admin')));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const input = { name: 'Samples', url, events: null, enabled: true };
    const made = await call<{ webhook: { id: string }; secret: string }>('POST', '/api/admin/webhooks', input);
    secret = made.secret;
    expect(await call('POST', `/api/admin/webhooks/${made.webhook.id}/test`)).to.include({ delivered: true });
  });
  after(async () => {
    await server?.stop();
    receiver?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const signed = () => ({
    WEBHOOK_SECRET: secret,
    WEBHOOK_ID: String(seen?.headers['webhook-id']),
    WEBHOOK_TIMESTAMP: String(seen?.headers['webhook-timestamp']),
    WEBHOOK_SIGNATURE: String(seen?.headers['webhook-signature']),
  });

  it('lists every event, with its title', async () => {
    const { events } = await call<{ events: { id: string; title: string }[] }>('GET', '/api/admin/webhooks');
    const listed = [...page.matchAll(/^\| `([a-z_]+)` +\| (.+?) +\|$/gm)].map(([, id, title]) => ({ id, title }));

    const ids = new Set(events.map(({ id }) => id));
    expect(listed.filter(({ id = '' }) => ids.has(id))).to.deep.equal(events.map(({ id, title }) => ({ id, title })));
  });

  for (const { file, program } of SAMPLES) {
    it(`has a sample, ${file}, that takes what Lectern signed and nothing else`, async () => {
      const path = join(folder, file);
      const body = seen?.body ?? '';
      const env = signed();
      const old = String(Number(env.WEBHOOK_TIMESTAMP) - 600);
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

      expect(await run(program, path, env, body)).to.deep.equal({ code: 0, said: 'test' });
      const several = { ...env, WEBHOOK_SIGNATURE: `v1,AAAA v1a,BBBB ${env.WEBHOOK_SIGNATURE}` };
      expect(await run(program, path, several, body), 'one of several signatures').to.include({ code: 0 });
      expect((await run(program, path, env, body.replace('test', 'tess'))).code, 'another body').not.to.equal(0);
      expect((await run(program, path, { ...env, WEBHOOK_ID: 'another' }, body)).code, 'another id').not.to.equal(0);
      expect((await run(program, path, { ...env, WEBHOOK_TIMESTAMP: old }, body)).code, 'another time').not.to.equal(0);
      expect((await run(program, path, { ...env, WEBHOOK_SECRET: other }, body)).code, 'another secret').not.to.equal(0);
    });
  }
});
