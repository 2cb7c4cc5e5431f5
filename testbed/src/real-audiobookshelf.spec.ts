import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeContent } from './content.js';
import { startRealAudiobookshelf, type RealAudiobookshelf } from './real-audiobookshelf.js';
import { requireOrSkip } from './requirements.js';

describe('the part audiobookshelf', () => {
  /** Returns the required parts that a separate process misses; each process looks parts up once. */
  function missingWith(env: Record<string, string>): string {
    const { LECTERN_TEST_AUDIOBOOKSHELF: _named, LECTERN_TEST_REQUIRE_ALL: _all, ...rest } = process.env;
    const module = fileURLToPath(new URL('./requirements.ts', import.meta.url));
    const program = `import { missingRequiredParts } from ${JSON.stringify(module)}; console.log(missingRequiredParts().join(' '));`;
    const done = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      env: { ...rest, ...env },
      encoding: 'utf8',
    });
    return `${done.stdout}${done.stderr}`;
  }

  it('must be present if a start script is named', () => {
    expect(missingWith({ LECTERN_TEST_AUDIOBOOKSHELF: '/nowhere/start.sh' })).to.include('audiobookshelf');
  });

  it('may be missing if none is named, even if everything else is required', () => {
    expect(missingWith({ LECTERN_TEST_REQUIRE_ALL: '1' })).to.not.include('audiobookshelf');
  });
});

requireOrSkip('audiobookshelf')('a real Audiobookshelf of the testbed', () => {
  let dir: string;
  let server: RealAudiobookshelf | undefined;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'testbed-abs-'));
  });

  after(async () => {
    await server?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('has a root account, accepts a library, lists its content, and keeps it across a restart', async () => {
    server = await startRealAudiobookshelf(join(dir, 'abs'));
    const library = await server.addLibrary('Books', { settings: { disableWatcher: true } });
    makeContent(join(library.folder, 'Jane Example'), { files: 2, size: 50_000 });

    await server.scan(library.id);

    const before = await server.items(library.id);
    expect(before.map(({ media }) => media.tracks?.length)).to.deep.equal([2]);
    await server.kill();
    await server.start();
    expect(await server.items(library.id)).to.have.length(1);
  });
});
