import { requireOrSkip, startRealAudiobookshelf } from '@lectern/testbed';
import type { RealAudiobookshelf } from '@lectern/testbed';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createMergeWorld, makeSound, type MergeWorld } from './merging.spec.support.js';

interface Listed {
  readonly numTracks?: number;
  readonly duration?: number;
  readonly coverPath?: string | null;
  readonly chapters?: readonly { readonly title: string; readonly start: number; readonly end: number }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

requireOrSkip('audiobookshelf', 'ffmpeg')('a merged book in a real Audiobookshelf', () => {
  let world: MergeWorld;
  let server: RealAudiobookshelf;

  before(async () => {
    world = await createMergeWorld();
    server = await startRealAudiobookshelf(join(world.dir, 'abs'));
  });
  after(async () => {
    await server?.stop();
    await world?.remove();
  });

  it('is one track with its chapters, tags and cover', async () => {
    const library = await server.addLibrary('Books', { settings: { disableWatcher: true } });
    const picture = world.source('cover.jpg');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=red:size=60x60', '-frames:v', '1', picture]);
    const files = [await makeSound(world.source('Arrakis.m4a')), await makeSound(world.source('Caladan.m4a'))];
    const texts = { title: 'Dune', album: 'Dune', artist: 'Frank Herbert', album_artist: 'Frank Herbert', composer: 'Simon Vance' };
    const tags = { ...texts, date: '2006', genre: 'Science Fiction; Classics', show: 'Dune Saga', episode_id: '1' };
    const merged = await world.merge(files, { tags, cover: await readFile(picture) });
    const folder = join(library.folder, 'Some Folder');
    await mkdir(folder, { recursive: true });
    await copyFile(merged.path, join(folder, 'Some File.m4b'));

    await server.scan(library.id);

    const [item] = await server.items(library.id);
    const media = item?.media as Listed;
    const names = (value: unknown) =>
      (value as { name: string; sequence?: string }[]).map(({ name, sequence }) => [name, sequence ?? null]);
    expect(media.chapters?.map(({ title }) => title)).to.deep.equal(['Arrakis', 'Caladan']);
    expect(media.chapters?.[1]?.start).to.be.closeTo(8, 0.2);
    expect(media.duration).to.be.closeTo(16, 0.3);
    expect(media.metadata).to.include({ title: 'Dune', publishedYear: '2006' });
    expect(names(media.metadata['authors'])).to.deep.equal([['Frank Herbert', null]]);
    expect(media.metadata['narrators']).to.deep.equal(['Simon Vance']);
    expect(names(media.metadata['series'])).to.deep.equal([['Dune Saga', '1']]);
    expect(media.metadata['genres']).to.have.members(['Science Fiction', 'Classics']);
    expect(media.coverPath).to.match(/\.jpe?g$/);
  });
});
