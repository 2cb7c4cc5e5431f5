import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FoundBook } from './book-folder.js';
import type { BookMetadata } from './book-metadata.js';
import { findBooks } from './book-folder.js';
import { stableId } from './item-forms.js';
import type { StoredItem } from './item-forms.js';

/** A library of the simulated server; `root` is a real directory. */
export interface SimulatedLibrary {
  readonly id: string;
  readonly name: string;
  readonly root: string;
  readonly mediaType?: 'book' | 'podcast';
  readonly audiobooksOnly?: boolean;
  /** Whether its folder watcher is on, which is the default; announced files are ignored otherwise. */
  readonly isWatched?: boolean;
}

/** The simulated server's items, read from real directories. */
export interface LibraryStore {
  readonly items: ReadonlyMap<string, StoredItem>;
  list(libraryId: string): readonly StoredItem[];
  /**
   * Reads a library's directory, or one book's of it, and remembers the items known at that time.
   * @returns brings the items in line with what was read. What another scan took in meanwhile is taken in a second time
   */
  read(library: SimulatedLibrary, only?: string): Promise<() => void>;
  /** Reads a library and brings its items in line at once. */
  scan(library: SimulatedLibrary, only?: string): Promise<void>;
  edit(item: StoredItem, changes: Partial<BookMetadata>): boolean;
  remove(item: StoredItem, library: SimulatedLibrary | undefined, deleteFiles: boolean): Promise<void>;
  removeIssues(libraryId: string): void;
}

export function createLibraryStore(now: () => number): LibraryStore {
  const items = new Map<string, StoredItem>();
  let lastStamp = 0;

  /** No two books are added in the same millisecond. */
  function stamp(): number {
    lastStamp = Math.max(now(), lastStamp + 1);
    return lastStamp;
  }

  function list(libraryId: string): readonly StoredItem[] {
    return [...items.values()].filter((item) => item.libraryId === libraryId);
  }

  function add(library: SimulatedLibrary, book: FoundBook): void {
    const at = stamp();
    const id = randomUUID();
    const folderId = stableId(`folder:${library.id}`);
    const times = { addedAt: at, updatedAt: at };
    items.set(id, { id, libraryId: library.id, folderId, book, edits: {}, ...times, isMissing: false, isInvalid: false });
  }

  function update(item: StoredItem, book: FoundBook): void {
    const hasChanged = JSON.stringify(item.book) !== JSON.stringify(book);
    if (item.isMissing || hasChanged) item.updatedAt = stamp();
    if (hasChanged) {
      const isKept = ([key]: [string, unknown]): boolean => !book.sidecarMembers.includes(key);
      item.edits = Object.fromEntries(Object.entries(item.edits).filter(isKept));
    }
    item.book = book;
    item.isMissing = false;
  }

  async function read(library: SimulatedLibrary, only?: string): Promise<() => void> {
    const isInScope = ({ path: place }: FoundBook): boolean =>
      only === undefined || place === only || path.dirname(place) === only || only.startsWith(place + path.sep);
    const known = list(library.id);
    const found = (await findBooks(library.root)).filter(isInScope);
    return () => {
      const matched = new Set<StoredItem>();
      for (const book of found) {
        // of two with one path the newer one is the book, and the older one is missing
        const item = known.findLast(({ book: old }) => old.path === book.path) ?? known.find(({ book: old }) => old.ino === book.ino);
        if (item) {
          matched.add(item);
          update(item, book);
        } else add(library, book);
      }
      for (const item of known) {
        if (matched.has(item) || !isInScope(item.book) || item.isMissing) continue;
        item.isMissing = true;
        item.updatedAt = stamp();
      }
    };
  }

  return {
    items,
    list,
    read,

    async scan(library, only) {
      const apply = await read(library, only);
      apply();
    },

    edit(item, changes) {
      const before = JSON.stringify({ ...item.book.metadata, ...item.edits });
      item.edits = { ...item.edits, ...changes };
      if (JSON.stringify({ ...item.book.metadata, ...item.edits }) === before) return false;
      item.updatedAt = stamp();
      return true;
    },

    async remove(item, library, deleteFiles) {
      items.delete(item.id);
      const isInside = library !== undefined && item.book.path.startsWith(library.root + path.sep);
      if (deleteFiles && isInside) await rm(item.book.path, { recursive: true, force: true });
    },

    removeIssues(libraryId) {
      for (const item of list(libraryId)) if (item.isMissing || item.isInvalid) items.delete(item.id);
    },
  };
}
