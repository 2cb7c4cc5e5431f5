import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFfprobeProbe } from '../../files/checking/ffprobe-probe.js';
import type { Said } from '../../platform/words/index.js';
import { look, makeSound } from '../../files/merging/merging.spec.support.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, keyOf, type ImportWorld } from './import-world.spec.support.js';

const IS_LONG_RUN = process.env['LECTERN_TEST_LONG'] === '1';
const FILES = IS_LONG_RUN ? 1000 : 12;

requireOrSkip('ffmpeg')(`a book of ${FILES} files`, function () {
  this.timeout(IS_LONG_RUN ? 1_800_000 : 300_000);
  let world: ImportWorld;
  let id: string;

  beforeEach(async () => {
    world = await createImportWorld();
    world.state.writeTags = 'own';
    world.state.probe = createFfprobeProbe();
    const { durationMinutes: _unknown, ...book } = DUNE;
    world.state.books.set(ASIN, book);
    const folder = join(world.downloads, 'Dune');
    await mkdir(folder);
    const [first = '', ...others] = Array.from({ length: FILES }, (_, index) => join(folder, `${String(index + 1).padStart(4, '0')}.m4a`));
    await makeSound(first, { seconds: 3 });
    for (const path of others) await copyFile(first, path);
    id = await world.addRequest();
  });
  afterEach(() => world.remove());

  const names = async (): Promise<string[]> => (await readdir(join(world.library, DIRECTORY))).filter((name) => /\.m4[ab]$/.test(name));

  it('is merged into one with all chapters, and says how far it is', async () => {
    world.state.mergeChapters = true;
    const told: Said[] = [];

    await world.run(id, { onProgress: ({ message = '' }) => told.push(message) });

    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await names()).to.deep.equal(['1 - Dune.m4b']);
    expect((await look(join(world.library, DIRECTORY, '1 - Dune.m4b'))).chapters).to.have.length(FILES);
    for (const phase of ['verifying', 'merging', 'placing'])
      expect(told.filter((message) => keyOf(message) === `progress.${phase}`).length).to.be.greaterThan(0);
    const fractions = world.saved.map(({ fraction }) => fraction);
    expect(fractions).to.deep.equal([...fractions].sort((a, b) => a - b));
  });

  for (const phase of ['verifying', 'merging', 'tagging', 'placing'] as const) {
    it(`is left as it was when it is cancelled while it is at “${phase}”`, async () => {
      world.state.mergeChapters = phase === 'merging';
      world.state.writeTags = phase === 'tagging' ? 'all' : 'never';
      const job = new AbortController();
      let after = 0;

      const failure = await world
        .run(id, {
          signal: job.signal,
          onProgress: ({ message }) => {
            if (job.signal.aborted) after += 1;
            else if (keyOf(message) === `progress.${phase}`) job.abort(new Error('cancelled'));
          },
        })
        .catch((error: unknown) => error);

      expect([failure instanceof Error, job.signal.aborted]).to.deep.equal([true, true]);
      expect(after, 'files that were looked at all the same').to.be.lessThan(5);
      expect(await readdir(join(world.downloads, 'Dune'))).to.have.length(FILES);
      expect((await readdir(world.library)).filter((name) => !name.startsWith('.'))).to.deep.equal([]);
    });
  }
});
