import { expect } from 'chai';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { createImportPreview } from './import-preview.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, type ImportWorld } from './import-world.spec.support.js';

interface Sound {
  readonly minutes: number;
  readonly tags?: Readonly<Record<string, string>>;
}

const MESSIAH = { album: 'Dune Messiah', artist: 'Frank Herbert' };

describe('an import of several books', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
  });
  afterEach(() => world.remove());

  /** Files with these lengths and tags, as a probe would read them. */
  async function download(files: Readonly<Record<string, Sound>>): Promise<string> {
    const folder = join(world.downloads, 'Dune');
    for (const name of Object.keys(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), `sound of ${name}`);
    }
    world.state.probe = {
      name: 'ffprobe',
      probe: async (path) => {
        const sound = files[path.slice(folder.length + 1)] ?? { minutes: 0 };
        return { durationSeconds: sound.minutes * 60, hasAudio: true, hasVideo: false, tags: sound.tags ?? {}, chapterCount: 0 };
      },
    };
    return folder;
  }

  async function importOf(files: Readonly<Record<string, Sound>>, payload: Record<string, unknown> = {}): Promise<string> {
    await download(files);
    const id = await world.addRequest();
    await world.run(id, { payload });
    return id;
  }

  async function placed(): Promise<string[]> {
    const entries = await readdir(join(world.library, DIRECTORY), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return files
      .map((path) => path.slice(join(world.library, DIRECTORY).length + 1))
      .filter((name) => /\.(?:mp3|m4b)$/.test(name))
      .sort();
  }

  it('files only the folder that is the wanted book', async () => {
    const id = await importOf({
      '01 - Dune/CD1/01.mp3': { minutes: 30 },
      '01 - Dune/CD2/01.mp3': { minutes: 30 },
      '02 - Dune Messiah/01.mp3': { minutes: 50 },
      '03 - Children of Dune/01.mp3': { minutes: 90 },
    });

    expect((await world.request(id)).status).to.equal('downloaded');
    expect(await placed()).to.deep.equal(['CD1/01.mp3', 'CD2/01.mp3']);
  });

  it('files only the file that is the wanted book', async () => {
    await importOf({ 'Dune.m4b': { minutes: 60 }, 'Dune Messiah.m4b': { minutes: 50 }, 'Children of Dune.m4b': { minutes: 90 } });

    expect(await placed()).to.deep.equal(['1 - Dune.m4b']);
  });

  it('finds the wanted book by its tags where the folders say nothing', async () => {
    await importOf({
      'one/01.mp3': { minutes: 60, tags: { album: 'Dune', artist: 'Frank Herbert' } },
      'two/01.mp3': { minutes: 60, tags: MESSIAH },
    });

    expect(await placed()).to.deep.equal(['1 - Dune.mp3']);
  });

  it('finds the wanted book by its name where the catalogue knows no length', async () => {
    world.state.books.set(ASIN, { ...DUNE, durationMinutes: undefined });
    await importOf({ 'Dune/01.mp3': { minutes: 60 }, 'Dune Messiah/01.mp3': { minutes: 50 } });

    expect(await placed()).to.deep.equal(['1 - Dune.mp3']);
  });

  it('files only the wanted book when a person has chosen the release or accepts the files', async () => {
    await importOf({ 'Dune/01.mp3': { minutes: 60 }, 'Dune Messiah/01.mp3': { minutes: 60 } }, { acceptSuspect: true });

    expect(await placed()).to.deep.equal(['1 - Dune.mp3']);
  });

  it('holds several books of which none is clearly the wanted one', async () => {
    const id = await importOf({ 'Dune/01.mp3': { minutes: 200 }, 'Dune Messiah/01.mp3': { minutes: 100 } });

    expect((await world.request(id)).status).to.equal('warn');
    expect((await world.reason(id)).message).to.equal(
      'The files look like 2 books: “Dune” and “Dune Messiah”. None of them is clearly the wanted one.',
    );
  });

  it('files parts in folders of their own as one book, if together they are as long as it', async () => {
    await importOf({ 'Part One - Dune/01.mp3': { minutes: 20 }, 'Part Two - Muad’Dib/01.mp3': { minutes: 40 } });

    expect(await placed()).to.have.length(2);
  });

  it('shows in the preview which files would be imported', async () => {
    const folder = await download({ 'Dune/01.mp3': { minutes: 60 }, 'Dune Messiah/01.mp3': { minutes: 60 } });
    const book = { asin: ASIN, type: 'audiobook', region: 'us', title: 'Dune', author: 'Frank Herbert', anyReading: false } as const;

    const preview = await createImportPreview(world.deps).look(book, folder, new AbortController().signal);

    expect(preview).to.include({ verdict: 'ok', fileCount: 1, otherCount: 1 });
  });

  describe('and the order of its files', () => {
    const tracks = (names: readonly string[], order: readonly number[]): Record<string, Sound> =>
      Object.fromEntries(names.map((name, index) => [name, { minutes: 20, tags: { track: `${order[index] ?? 0}/3` } }]));

    it('is held where tags and names contradict each other', async () => {
      const id = await importOf(tracks(['01.mp3', '02.mp3', '03.mp3'], [1, 3, 2]));

      expect((await world.request(id)).status).to.equal('warn');
      expect((await world.reason(id)).message).to.equal(
        'The names and the tags of the files state different orders: “02.mp3” is number 2 by its name and number 3 by its tags.',
      );
      expect((await world.reason(id)).todo).to.include('accept the files in the order of their names');
    });

    it('is that of the names when a person accepts it', async () => {
      await importOf(tracks(['01.mp3', '02.mp3', '03.mp3'], [1, 3, 2]), { acceptSuspect: true });

      expect(await placed()).to.deep.equal(['01.mp3', '02.mp3', '03.mp3']);
    });

    it('is that of the tags where the names have no numbers', async () => {
      const id = await importOf(tracks(['Arrival.mp3', 'Departure.mp3', 'Home.mp3'], [2, 1, 3]));

      expect((await world.request(id)).status).to.equal('downloaded');
      const [row] = await world.imports();
      expect(row?.manifest.files.map(({ sourcePath }) => basename(sourcePath ?? '')).filter((name) => name !== '')).to.include(
        'Arrival.mp3',
      );
    });

    it('takes tracks that begin anew in each folder', async () => {
      const id = await importOf({
        'Part 1-2/001.mp3': { minutes: 20, tags: { track: '1/2' } },
        'Part 1-2/002.mp3': { minutes: 20, tags: { track: '2/2' } },
        'Part 3/001.mp3': { minutes: 20, tags: { track: '1/1' } },
      });

      expect((await world.request(id)).status).to.equal('downloaded');
      expect(await placed()).to.deep.equal(['001 - 001.mp3', '002 - 002.mp3', '003 - 001.mp3']);
      const [row] = await world.imports();
      const from = new Map(row?.manifest.files.map(({ path, sourcePath }) => [path, sourcePath]));
      expect(from.get('003 - 001.mp3')).to.match(/Part 3\/001\.mp3$/);
    });
  });
});
