import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { autoDemo } from './auto-demo.js';
import {
  addShelves,
  seedDemo,
  setUpLectern,
  startDemoWorld,
  startLectern,
  stockLibrary,
  type DemoAccount,
  type DemoWorld,
} from './index.js';

const PROGRAM = fileURLToPath(new URL('../../core/bin/lectern.js', import.meta.url));

function say(text: string): void {
  console.log(text);
}

/** Connects the reader's shelves at both book-tracking sites. */
async function showShelves(world: DemoWorld, user: DemoAccount): Promise<void> {
  for (const { siteName, name, lastResult } of await addShelves(user.api, world.shelves.shelves)) {
    say(`  ${siteName}, "${name}": ${lastResult?.message}`);
  }
}

async function main(): Promise<number> {
  const auto = process.argv.includes('--auto');
  const dir = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  say(
    'Starting the demo: an indexer manager, a download client, two media servers, a catalogue, an ebook archive, two book-tracking sites, a chat webhook and a push service, all simulated on this machine.',
  );
  const world = await startDemoWorld(dir);
  const lectern = await startLectern([process.execPath, PROGRAM, 'serve'], {
    dataDir: join(dir, 'data'),
    port: auto ? 0 : Number(process.env['LECTERN_PORT'] ?? 3939),
    env: {
      LECTERN_TIME_SCALE: '0.1',
      LECTERN_UPDATE_CHECK: 'false',
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      LECTERN_STAND_INS: world.shelves.standIns,
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
      integrations: [...world.integrations, world.plexIntegration],
      onStep: (text) => say(`  ${text}`),
    });
    if (!auto) await stockLibrary(world, admin.api);
    if (process.argv.includes('--seeded')) await seedDemo({ url: lectern.url, world, admin, user, say: (text) => say(`  ${text}`) });
    else await showShelves(world, user);
    if (auto) return (await autoDemo({ world, admin, user, say })) ? 0 : 1;
    say(`
Lectern is at ${lectern.url}

  admin   ${admin.username} / ${admin.password}
  reader  ${user.username} / ${user.password}

Sign in as reader and ask for one of these, which really can be downloaded here:
${world.playable.map((book) => `  - ${book.title}`).join('\n')}
Each has an ebook as well. Then approve it as admin. Ctrl-C ends the demo; nothing of it is kept.`);
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
