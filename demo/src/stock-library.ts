import { join } from 'node:path';
import { demoBooks, type DemoBook } from '@lectern/simulators';
import { makeBookFolder } from '@lectern/testbed';
import type { DemoWorld } from './demo-world.js';
import type { LecternApi } from './lectern-api.js';

/** Books that are in the library from the beginning: series with holes, one that is whole, and one of two readings. */
const IN_LIBRARY: readonly string[] = [
  ...['B0MERI0001', 'B0MERI0002', 'B0MERI0003', 'B0MERI0005', 'B0MERI0007', 'B0MERI0008', 'B0MERI0011', 'B0MERI0014'],
  ...['B0LAMP0002', 'B0LAMP0003', 'B0LAMP0005', 'B0LAMP0006', 'B0LAMP0007', 'B0LAMP0009', 'B0LAMP0010', 'B0LAMP0013'],
  ...['B0COLD0001', 'B0COLD0002', 'B0COLD0003', 'B0COLD0004', 'B0COLD0005', 'B0COLD0006'],
  ...['B0DEMO0021', 'B0DEMO0038', 'B0MARR0001', 'B0MARR0013'],
];

/** The folder of a book as Audiobookshelf reads it, its ASIN included. */
function folderOf({ asin, title, authors, series }: DemoBook): string {
  const [first] = series ?? [];
  const name = `${first?.part === undefined ? '' : `${first.part} - `}${title} [${asin}]`;
  return join(authors[0]?.name ?? 'Unknown', ...(first ? [first.name] : []), name);
}

/** Puts books, as a second of silence each, into the library folder, and has both servers read it. Waits for neither Lectern nor Plex. */
export async function stockLibrary(world: Pick<DemoWorld, 'libraryDir' | 'scanLibrary'>, admin: LecternApi): Promise<void> {
  const wanted = new Set(IN_LIBRARY);
  for (const book of demoBooks.filter(({ asin }) => wanted.has(asin))) {
    const { title, authors, narrators } = book;
    const words = { title, author: authors[0]?.name ?? 'Unknown', narrator: narrators[0] };
    await makeBookFolder(join(world.libraryDir, folderOf(book)), { ...words, files: ['book.mp3'], secondsPerFile: 1, bitrateKbps: 32 });
  }
  await world.scanLibrary();
  await admin.call('POST', '/api/admin/library/scan', {});
}
