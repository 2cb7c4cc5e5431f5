import type { EbookCandidate, EbookSource } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readList, readNumber, readObject, readText, readTexts } from './read.js';

const SOURCE = { id: 'main', name: 'Example library' };

function readCandidate(entry: Readonly<Record<string, unknown>>): EbookCandidate {
  const id = readText(entry.id, 'an ebook');
  return {
    id,
    title: readText(entry.title, 'a title'),
    authors: readTexts(entry.authors, 'the authors'),
    format: readText(entry.format, 'a format').toLowerCase(),
    size: readNumber(entry.size, 'a size'),
    // the data that fetch needs; it is stored and comes back as JSON
    private: { id },
  };
}

export function createEbookSource(client: Client): EbookSource {
  return {
    async search({ title, authors, formats, limit }, { signal }) {
      const query = { title, author: authors[0] };
      const all = readList(await client.json('/ebooks', { query, signal }), 'the ebooks').map(readCandidate);
      const candidates = all.filter(({ format }) => formats.includes(format)).slice(0, limit);
      return { candidates, sources: [{ ...SOURCE, status: candidates.length > 0 ? 'ok' : 'empty' }] };
    },
    async fetch(candidate, { signal }) {
      const link = readObject(await client.json(`/ebooks/${encodeURIComponent(candidate.id)}/link`, { signal }), 'a link');
      const file = { url: readText(link.url, 'an address'), name: `${candidate.id}.${candidate.format}` };
      return { kind: 'http', files: [candidate.size === undefined ? file : { ...file, size: candidate.size }] };
    },
  };
}
