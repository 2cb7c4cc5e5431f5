import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { selfSigned } from '../testing/self-signed.spec.support.js';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('guarded-fetch.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

// Node.js reads the file of authorities when it starts, so each request is made by a process of its own
describe('a service with a certificate of one’s own', () => {
  let dir: string;
  let servers: Server[] = [];

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-authority-'));
  });
  afterEach(() => {
    for (const server of servers) server.close();
    servers = [];
  });
  after(() => rm(dir, { recursive: true, force: true }));

  async function serve(certificate: ReturnType<typeof selfSigned>): Promise<number> {
    const server = createServer(certificate, (_, res) => res.end('here'));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** @returns the body of the answer, or the sentence of the fault */
  async function ask(port: number, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const script = `
      const { createGuardedFetch } = await import(${JSON.stringify(CLIENT)});
      const fetch = createGuardedFetch({ userAgent: 'test', allowPrivateHosts: ['localhost:${port}'] });
      const said = await fetch({ url: 'https://localhost:${port}/' }).then(({ body }) => String(body), ({ message }) => message);
      console.log(said);`;
    const flags = ['--conditions=lectern-source', '--import=tsx', '--input-type=module', '-e', script];
    return (await run(process.execPath, flags, { cwd: ROOT, env: { ...process.env, ...env } })).stdout.trim();
  }

  it('is reached where its authority is in NODE_EXTRA_CA_CERTS, and otherwise the fault says so', async () => {
    const certificate = selfSigned();
    const file = join(dir, 'authority.pem');
    await writeFile(file, certificate.cert);
    const port = await serve(certificate);

    expect(await ask(port)).to.match(/^localhost:?\d*: its TLS certificate is from an authority .* unknown.* NODE_EXTRA_CA_CERTS/);
    expect(await ask(port, { NODE_EXTRA_CA_CERTS: file })).to.equal('here');
  });

  it('is not reached with a certificate that has expired or belongs to another name', async () => {
    for (const [certificate, complaint] of [
      [selfSigned({ days: -1 }), /expired\. Renew it/],
      [selfSigned({ common: 'nas.lan' }), /belongs to another name/],
    ] as const) {
      const file = join(dir, 'other.pem');
      await writeFile(file, certificate.cert);

      expect(await ask(await serve(certificate), { NODE_EXTRA_CA_CERTS: file })).to.match(complaint);
    }
  });
});
