import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { BookMetadata, FoundBook } from './book-folder.js';
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
}

/** The simulated server's items, read from real directories. */
export interface LibraryStore {
  readonly items: ReadonlyMap<string, StoredItem>;
  list(libraryId: string): readonly StoredItem[];
  /** Brings the items of a library in line with its directory; `only` limits it to one book's directory. */
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

  function take(library: SimulatedLibrary, book: FoundBook): void {
    const known = list(library.id);
    const item = known.find(({ book: old }) => old.path === book.path) ?? known.find(({ book: old }) => old.ino === book.ino);
    if (!item) {
      const at = stamp();
      const id = randomUUID();
      const folderId = stableId(`folder:${library.id}`);
      items.set(id, {
        id,
        libraryId: library.id,
        folderId,
        book,
        edits: {},
        addedAt: at,
        updatedAt: at,
        isMissing: false,
        isInvalid: false,
      });
      return;
    }
    if (item.isMissing || JSON.stringify(item.book) !== JSON.stringify(book)) item.updatedAt = stamp();
    item.book = book;
    item.isMissing = false;
  }

  return {
    items,
    list,

    async scan(library, only) {
      const found = await findBooks(library.root);
      const isInScope = (book: FoundBook): boolean => only === undefined || book.path === only || path.dirname(book.path) === only;
      for (const book of found) if (isInScope(book)) take(library, book);
      const paths = new Set(found.map((book) => book.path));
      for (const item of list(library.id)) {
        if (isInScope(item.book) && !paths.has(item.book.path) && !item.isMissing) {
          item.isMissing = true;
          item.updatedAt = stamp();
        }
      }
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
