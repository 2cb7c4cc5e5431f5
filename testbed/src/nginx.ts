import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.js';
import { findPart } from './requirements.js';
import { until } from './until.js';

/** A running nginx in front of other servers. */
export interface Nginx {
  /** Without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the real nginx on loopback.
 *
 * @param inServer what stands in its `server { … }`, beside `listen`
 */
export async function startNginx(inServer: string): Promise<Nginx> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-nginx-'));
  const [port = 0] = await freePorts();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`);
  const lines = [
    'daemon off;',
    'master_process off;',
    `pid ${dir}/pid;`,
    'events { worker_connections 200; }',
    `http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port}; ${inServer} } }`,
  ];
  await writeFile(join(dir, 'nginx.conf'), lines.join('\n'));
  const child = spawn(findPart('nginx') ?? 'nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const answers = () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  };
  await until(answers, { what: 'nginx to answer' }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}
