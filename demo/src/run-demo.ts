import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { followRequest, setUpLectern, startDemoWorld, startLectern, type DemoAccount, type DemoWorld } from './world/index.js';

const CLI = fileURLToPath(new URL('../../core/dist/cli.js', import.meta.url));

function say(text: string): void {
  console.log(text);
}

/** Makes one request by itself and waits until the book is there. @returns whether it worked */
async function showOneRequest(world: DemoWorld, admin: DemoAccount, user: DemoAccount): Promise<boolean> {
  const book = world.playable[0];
  if (!book) throw new Error('The demo has no book that can be downloaded.');
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1).padStart(5);
  say(`\nreader asks for "${book.title}"`);
  const { request } = await user.api.call<{ request: { id: string; status: string } }>('POST', '/api/requests', { asin: book.asin });
  if (request.status === 'awaiting_approval') await admin.api.call('POST', `/api/admin/requests/${request.id}/approve`, {});
  const status = await followRequest(user.api, request.id, { timeoutMs: 60_000, onLine: (line) => say(`${seconds()} s  ${line}`) });
  if (status !== 'available') return false;
  const end = Date.now() + 10_000;
  const isTold = () => world.discord.messages.some((message) => JSON.stringify(message).includes(book.title));
  while (!isTold() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
  say(`${seconds()} s  ${isTold() ? 'Discord was told.' : 'Discord was not told.'}`);
  return isTold();
}

async function main(): Promise<number> {
  const auto = process.argv.includes('--auto');
  const dir = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  say(
    'Starting the demo: an indexer manager, a download client, a media server, a catalogue and a chat webhook, all simulated on this machine.',
  );
  const world = await startDemoWorld(dir);
  const lectern = await startLectern([process.execPath, CLI, 'serve'], {
    dataDir: join(dir, 'data'),
    port: auto ? 0 : Number(process.env['LECTERN_PORT'] ?? 3939),
    env: {
      LECTERN_TIME_SCALE: '0.1',
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      LECTERN_LOG_LEVEL: process.env['LECTERN_LOG_LEVEL'] ?? 'warn',
    },
  });
  try {
    const password = () => randomBytes(9).toString('base64url');
    const { admin, user } = await setUpLectern(lectern.url, {
      setupToken: lectern.setupToken ?? '',
      adminPassword: password(),
      userPassword: password(),
      libraryDir: world.libraryDir,
      downloadDir: world.downloadDir,
      integrations: world.integrations,
      onStep: (text) => say(`  ${text}`),
    });
    if (auto) return (await showOneRequest(world, admin, user)) ? 0 : 1;
    say(`
Lectern is at ${lectern.url}

  admin   ${admin.username} / ${admin.password}
  reader  ${user.username} / ${user.password}

Sign in as reader and ask for one of these, which really can be downloaded here:
${world.playable.map((book) => `  - ${book.title}`).join('\n')}
Then approve it as admin. Ctrl-C ends the demo; nothing of it is kept.`);
    const interrupted = new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
    await Promise.race([interrupted, lectern.exited]);
    return 0;
  } catch (error) {
    console.error(lectern.output().slice(-4000));
    throw error;
  } finally {
    await lectern.stop();
    await world.close();
    await rm(dir, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error);
  return 1;
});
process.exit();
