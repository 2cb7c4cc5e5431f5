import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { expect } from 'chai';
import { createBookArchive } from './book-archive.js';
import { filesThere, type BookCopy } from './book-copy.js';

describe('an archive of a book', () => {
  it('ends with an error when another book of the same size has the place by now', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'lectern-archive-')));
    try {
      const directory = join(root, 'Book');
      await mkdir(directory);
      await writeFile(join(directory, '01.mp3'), 'one');
      const book: BookCopy = {
        scope: 'own',
        asin: 'B0BOOK0001',
        requestId: null,
        importId: null,
        itemId: null,
        type: 'audiobook',
        title: 'Book',
        directory,
        files: [{ name: '01.mp3', size: 3 }],
      };
      const files = await filesThere(root, book);
      await rename(directory, join(root, 'Moved'));
      await mkdir(directory);
      await writeFile(join(directory, '01.mp3'), 'two');

      const { stream } = createBookArchive(root, book, files);
      stream.resume();
      const error: unknown = await finished(stream).catch((thrown: unknown) => thrown);

      expect(error).to.deep.include({ code: 'source_changed' });
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
