import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFfprobeProbe } from '../checking/ffprobe-probe.js';
import { createMergeWorld, makeSound, type MergeWorld } from '../merging/merging.spec.support.js';
import type { SourceFile } from '../reading/source-files.js';
import { makeTaggedCopies } from './tag-copies.js';

requireOrSkip('ffmpeg')('copies with tags', () => {
  let world: MergeWorld;

  beforeEach(async () => {
    world = await createMergeWorld();
  });
  afterEach(() => world.remove());

  const copy = (files: readonly SourceFile[]) =>
    makeTaggedCopies(files, join(world.dir, 'work'), {
      key: 'key',
      tags: { title: 'Dune', authors: ['Frank Herbert'], narrators: [], genres: [] },
      cover: undefined,
      probe: createFfprobeProbe(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });

  it('are not made of a file that has become a link since it was listed', async () => {
    const file = await makeSound(world.source('a.mp3'), { codec: 'libmp3lame' });
    await rename(file.path, join(world.dir, 'elsewhere.mp3'));
    await symlink(join(world.dir, 'elsewhere.mp3'), file.path);

    const error = await copy([file]).catch((caught: unknown) => caught);

    expect(error).to.include({ name: 'FileError', code: 'source_changed' });
  });

  it('leave out nothing and change nothing of what cannot have tags', async () => {
    const file = await makeSound(world.source('a.m4a'));
    const other = { path: world.source('b.wma'), name: 'b.wma', size: 4, modifiedAt: 0 };
    await writeFile(other.path, 'wave');

    const copies = await copy([file, other]);

    expect(copies.map(({ name }) => name)).to.deep.equal(['a.m4a', 'b.wma']);
    expect(await readFile(copies[1]?.path ?? '', 'utf8')).to.equal('wave');
  });
});
