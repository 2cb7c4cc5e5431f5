import { IntegrationError, type LibraryItem, type MediaLibrary, type MediaServer } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readList, readText, readTexts } from './read.js';

type Entry = Readonly<Record<string, unknown>>;

const PAGE_SIZE = 100;

function readLibrary(entry: Entry): MediaLibrary {
  const id = readText(entry.id, 'a library');
  return { id, name: readText(entry.name, 'the name of a library'), type: 'audiobook', roots: readTexts(entry.folders, 'its folders') };
}

function readItem(entry: Entry, libraryId: string): LibraryItem {
  return {
    itemId: readText(entry.id, 'a book'),
    libraryId,
    title: readText(entry.title, 'a title'),
    authors: readTexts(entry.authors, 'the authors'),
    narrators: readTexts(entry.narrators, 'the narrators'),
    path: readText(entry.folder, 'a folder'),
    addedAt: readText(entry.added, 'a date'),
    updatedAt: readText(entry.changed, 'a date'),
    hasCover: entry.cover === true,
  };
}

export function createMediaServer(client: Client): MediaServer {
  return {
    async libraries({ signal }) {
      return readList(await client.json('/libraries', { signal }), 'the libraries').map(readLibrary);
    },
    async items(libraryId, { signal, cursor = '0', since }) {
      const query = { offset: cursor, limit: PAGE_SIZE, since };
      const path = `/libraries/${encodeURIComponent(libraryId)}/books`;
      const items = readList(await client.json(path, { query, signal }), 'the books').map((entry) => readItem(entry, libraryId));
      // throws if a page cannot be read, because a walk that ends early would look as if books had been removed
      return items.length < PAGE_SIZE ? { items } : { items, next: String(Number(cursor) + PAGE_SIZE) };
    },
    async refresh(libraryId, { signal, path }) {
      await client.request(`/libraries/${encodeURIComponent(libraryId)}/scan`, { method: 'POST', json: { folder: path }, signal });
    },
    async cover(itemId, { signal, width }) {
      const path = `/books/${encodeURIComponent(itemId)}/cover`;
      const answer = await client.request(path, { query: { width }, acceptStatus: [200, 404], signal });
      if (answer.status === 404) return null;
      const contentType = answer.headers['content-type'] ?? '';
      if (!contentType.startsWith('image/'))
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'The service sent a cover that is no picture.');
      return { contentType, bytes: answer.body };
    },
  };
}
