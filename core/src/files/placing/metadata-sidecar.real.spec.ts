import { makeEpub } from '@lectern/simulators';
import { makeAudioFile, requireOrSkip, startRealAudiobookshelf } from '@lectern/testbed';
import type { RealAudiobookshelf, RealItemOfLibrary, RealLibrary } from '@lectern/testbed';
import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sidecarFile } from './metadata-sidecar.js';
import type { SidecarBook } from './metadata-sidecar.js';

const BOOK: SidecarBook = {
  title: 'Tom & Jerry ]]> <b>Bold</b> "Quoted"',
  subtitle: 'A <Sub> Title',
  authors: ['Kurt Vonnegut Jr.', 'Last, First & Sons'],
  narrators: ['Kate Reading', 'Michael Kramer'],
  series: [{ name: 'The <Stormlight> "Archive"', part: '1.5' }, { name: 'Cosmere' }],
  genres: ['Fantasy', 'Science Fiction & Fantasy'],
  asin: 'B003ZWFO7E',
  isbn: '9781427209757',
  language: 'German',
  releaseDate: '2010-08-31',
  publisher: 'Macmillan & Co',
  description: `First line.\nSecond\u0007 line: 1 < 2. ${'Long. '.repeat(3000)}`,
};
const EDITS = {
  metadata: { title: 'My own title', asin: 'B0EDITED01', description: 'my words', authors: [{ name: 'Me Myself' }], narrators: ['Me Too'] },
};

requireOrSkip('audiobookshelf', 'ffmpeg')('the sidecar in a real Audiobookshelf', () => {
  let dir: string;
  let server: RealAudiobookshelf;
  let library: RealLibrary;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-abs-sidecar-'));
    server = await startRealAudiobookshelf(join(dir, 'abs'));
    library = await server.addLibrary('Books', { settings: { disableWatcher: true } });
  });

  after(async () => {
    await server?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const audio = (title: string) => makeAudioFile({ title, album: 'Wrong Album', author: 'Wrong Author', seconds: 2 });
  const media: readonly (readonly [string, string, () => Buffer])[] = [
    ['an audiobook', 'mp3', () => audio('one')],
    ['an ebook', 'epub', () => makeEpub({ title: 'Wrong Title', author: 'Wrong Author', language: 'fr', paragraphs: ['Text.'] })],
  ];

  async function itemAt(folder: string): Promise<RealItemOfLibrary> {
    const item = (await server.items(library.id)).find(({ path }) => path === folder);
    if (!item) throw new Error(`nothing is listed at ${folder}`);
    return item;
  }

  for (const [what, extension, bytes] of media) {
    describe(`for ${what}`, () => {
      let folder: string;

      before(async () => {
        folder = join(library.folder, 'Some Author', `Some ${extension}`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `Some Book.${extension}`), bytes());
        const { to, bytes: sidecar } = sidecarFile(BOOK);
        await writeFile(join(folder, to), sidecar);
        await server.scan(library.id);
      });

      it('is read back field by field', async () => {
        const { metadata } = (await itemAt(folder)).media as { metadata: Record<string, unknown> };

        const names = (value: unknown) =>
          (value as { name: string; sequence?: string }[]).map(({ name, sequence }) => [name, sequence ?? null]);
        expect(metadata).to.include({
          title: 'Tom & Jerry ]]> <b>Bold</b> "Quoted"',
          subtitle: 'A <Sub> Title',
          asin: 'B003ZWFO7E',
          isbn: '9781427209757',
          language: 'de',
          publishedYear: '2010',
          publisher: 'Macmillan & Co',
        });
        expect(names(metadata.authors)).to.have.deep.members([
          ['Kurt Vonnegut Jr.', null],
          ['Last, First & Sons', null],
        ]);
        expect(metadata.narrators).to.deep.equal(['Kate Reading', 'Michael Kramer']);
        expect(names(metadata.series)).to.have.deep.members([
          ['The <Stormlight> "Archive"', '1.5'],
          ['Cosmere', null],
        ]);
        expect(metadata.genres).to.have.members(['Fantasy', 'Science Fiction & Fantasy']);
        expect(metadata.description).to.match(/^First line\.\s+Second line: 1 /);
        expect(String(metadata.description).length).to.be.above(18_000);
      });

      it('does not undo people’s edits when the item is scanned again', async () => {
        const { id } = await itemAt(folder);
        await server.call('PATCH', `/api/items/${id}/media`, EDITS);
        await writeFile(
          join(folder, `Added.${extension === 'epub' ? 'pdf' : extension}`),
          extension === 'epub' ? '%PDF-1.4\n' : audio('two'),
        );

        await server.scan(library.id);
        await server.call('POST', `/api/items/${id}/scan`);

        const { metadata } = (await itemAt(folder)).media as { metadata: Record<string, unknown> };
        expect(metadata).to.include({ title: 'My own title', asin: 'B0EDITED01', description: 'my words' });
        expect((metadata.authors as { name: string }[]).map(({ name }) => name)).to.deep.equal(['Me Myself']);
        expect(metadata.narrators).to.deep.equal(['Me Too']);
      });
    });
  }

  it('may replace the metadata.json of earlier versions: edits survive once that file is deleted', async () => {
    const folder = join(library.folder, 'Some Author', 'Placed Earlier');
    const rescanned = async (added: string): Promise<unknown> => {
      await writeFile(join(folder, added), audio(added));
      await server.scan(library.id);
      const { title, asin, description, authors } = (await itemAt(folder)).media.metadata;
      return { title, asin, description, authors: (authors as { name: string }[]).map(({ name }) => name) };
    };
    const placed = { title: 'Placed Earlier', asin: 'B0TEST0001', description: 'Theirs', authors: ['A'] };
    const { title, asin, description } = EDITS.metadata;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '1.mp3'), audio('one'));
    await writeFile(join(folder, 'metadata.json'), JSON.stringify(placed));
    await server.scan(library.id);
    const { id } = await itemAt(folder);
    await server.call('PATCH', `/api/items/${id}/media`, EDITS);
    const undone = await rescanned('2.mp3');

    await rm(join(folder, 'metadata.json'));
    const afterDeletion = await rescanned('3.mp3');
    await server.call('PATCH', `/api/items/${id}/media`, EDITS);
    const afterEdit = await rescanned('4.mp3');

    expect([undone, afterDeletion, afterEdit]).to.deep.equal([placed, placed, { title, asin, description, authors: ['Me Myself'] }]);
  });
});
