import { makeAudioFile, requireOrSkip, startRealAudiobookshelf } from '@lectern/testbed';
import type { RealAudiobookshelf, RealLibrary } from '@lectern/testbed';
import { expect } from 'chai';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { compareNaturally } from '../reading/natural-order.js';
import { planPlacement } from '../placing/placement-plan.js';
import { placeFiles } from '../placing/placement.js';

/** The files of a release in the order of listening. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  'Part One and so on': ['Part One/01.mp3', 'Part One/02.mp3', 'Part Two/01.mp3', 'Part Three/01.mp3', 'Part Three/02.mp3'],
  'Part 1 and 2': ['Part 1/01 - Start.mp3', 'Part 1/02 - End.mp3', 'Part 2/01 - Start.mp3', 'Part 2/02 - End.mp3'],
  'discs of parts': ['Part 1/CD 1/1.mp3', 'Part 1/CD 2/1.mp3', 'Part 2/CD 1/1.mp3', 'Part 2/CD 2/1.mp3'],
  'discs with a gap': ['CD 1/1.mp3', 'CD 1/2.mp3', 'CD 3/1.mp3', 'CD 3/2.mp3'],
  'disc 1 of 3': ['Disc 1 of 3/a.mp3', 'Disc 2 of 3/a.mp3', 'Disc 3 of 3/a.mp3'],
  'plain discs': ['CD1/1.mp3', 'CD1/2.mp3', 'CD2/1.mp3', 'CD2/2.mp3'],
  'an intro beside discs': ['intro.mp3', 'CD 1/1.mp3', 'CD 2/1.mp3'],
};

requireOrSkip('audiobookshelf', 'ffmpeg')('folders of a release in a real Audiobookshelf', () => {
  let dir: string;
  let server: RealAudiobookshelf;
  let library: RealLibrary;

  before(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-abs-layout-')));
    server = await startRealAudiobookshelf(join(dir, 'abs'));
    library = await server.addLibrary('Books', { settings: { disableWatcher: true } });
  });

  after(async () => {
    await server?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  interface Track {
    readonly metadata: { readonly relPath: string };
    readonly title?: string;
  }

  /** Places a release. @returns where its files went, in the order of listening */
  async function place(title: string, names: readonly string[], tags: (index: number) => { track?: number }): Promise<string[]> {
    const release = join(dir, 'downloads', title);
    for (const [index, name] of names.entries()) {
      await mkdir(dirname(join(release, name)), { recursive: true });
      await writeFile(join(release, name), makeAudioFile({ title: name, album: title, author: 'A', seconds: 1, ...tags(index) }));
    }
    const files = [...names].sort(compareNaturally).map((name) => ({ name, path: join(release, name) }));
    const plan = planPlacement({ id: 'x', root: library.folder, directory: `Some Author/${title}`, files });
    await placeFiles(plan);
    const placed = new Map(plan.files.map(({ from, to }) => [from, to]));
    return names.map((name) => placed.get(join(release, name)) ?? '');
  }

  const taggings: readonly (readonly [string, (index: number) => { track?: number }])[] = [
    ['without numbers in the tags', () => ({})],
    ['with the same number in all tags', () => ({ track: 1 })],
  ];
  for (const [how, tags] of taggings) {
    it(`are each shown as one book, in listening order, ${how}`, async () => {
      const expected = new Map<string, string[]>();
      for (const [what, names] of Object.entries(RELEASES)) {
        const title = `${what} ${how}`;
        expected.set(join(library.folder, 'Some Author', title), await place(title, names, tags));
      }

      await server.scan(library.id);

      const items = (await server.items(library.id)).filter(({ path }) => path.endsWith(how) || path.includes(`${how}/`));
      const tracks = items.map(({ path, media }) => [path, (media.tracks as readonly Track[]).map(({ metadata }) => metadata.relPath)]);
      expect(Object.fromEntries(tracks)).to.deep.equal(Object.fromEntries(expected));
      expect(items).to.have.length(Object.keys(RELEASES).length);
    });
  }
});
