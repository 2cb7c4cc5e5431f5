import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findBooks } from '../audiobookshelf/book-folder.js';
import type { FoundBook } from '../audiobookshelf/book-folder.js';
import type { PlexAlbum, PlexFile, PlexLibrary } from './types.js';

/** Speech at 64 kbit/s; the simulator decodes nothing. */
const BYTES_PER_SECOND = 8000;

/** The simulated server's albums, read from real directories. */
export interface AlbumStore {
  list(libraryId: string): readonly PlexAlbum[];
  get(id: string): PlexAlbum | undefined;
  /** Brings a library in line with its directories. `shown` limits it to a folder, by the name the server has for it. */
  scan(library: PlexLibrary, shown?: string): Promise<void>;
  remove(album: PlexAlbum): Promise<void>;
}

export function createAlbumStore(now: () => number): AlbumStore {
  const albums = new Map<string, PlexAlbum>();
  let nextId = 200;

  const takeId = (): string => String((nextId += 1));
  const list = (libraryId: string): readonly PlexAlbum[] => [...albums.values()].filter((album) => album.libraryId === libraryId);

  function take(library: PlexLibrary, root: PlexLibrary['roots'][number], book: FoundBook): void {
    const known = list(library.id).find((album) => album.path === book.path);
    const audio = book.files.filter((file) => file.fileType === 'audio');
    const shownOf = (real: string): string => path.posix.join(root.shown ?? root.path, path.relative(root.path, real));
    const total = audio.reduce((sum, file) => sum + file.size, 0);
    const files: PlexFile[] = audio.map((file, index) => ({
      id: known?.files[index]?.id ?? takeId(),
      shown: shownOf(file.path),
      size: file.size,
      durationMs: Math.round(
        1000 *
          (book.metadata.durationSeconds === undefined
            ? file.size / BYTES_PER_SECOND
            : (book.metadata.durationSeconds * file.size) / total),
      ),
    }));
    const [series] = book.metadata.series;
    const facts = {
      title: book.metadata.title,
      artist: book.metadata.authors[0] ?? 'Various Artists',
      narrators: book.metadata.narrators,
      series: series && { name: series.name, ...(series.sequence === null ? {} : { part: series.sequence }) },
      asin: book.metadata.asin ?? undefined,
      coverPath: book.coverPath ?? undefined,
      files,
    };
    if (!known) {
      const at = Math.floor(now() / 1000);
      const id = takeId();
      albums.set(id, { id, libraryId: library.id, path: book.path, addedAt: at, updatedAt: at, ...facts });
      return;
    }
    const before = JSON.stringify({ ...known, updatedAt: 0 });
    Object.assign(known, facts);
    if (JSON.stringify({ ...known, updatedAt: 0 }) !== before) known.updatedAt = Math.floor(now() / 1000);
  }

  return {
    list,
    get: (id) => albums.get(id),

    async scan(library, shown) {
      for (const root of library.roots) {
        const only = shown === undefined ? undefined : path.join(root.path, path.posix.relative(root.shown ?? root.path, shown));
        const isInScope = (place: string): boolean => only === undefined || place === only || place.startsWith(only + path.sep);
        const found = (await findBooks(root.path)).filter((book) => book.files.some((file) => file.fileType === 'audio'));
        for (const book of found) if (isInScope(book.path)) take(library, root, book);
        const places = new Set(found.map((book) => book.path));
        for (const album of list(library.id)) {
          const isHere = album.path.startsWith(root.path + path.sep);
          if (isHere && isInScope(album.path) && !places.has(album.path)) albums.delete(album.id);
        }
      }
    },

    async remove(album) {
      albums.delete(album.id);
      await rm(album.path, { recursive: true, force: true });
    },
  };
}
