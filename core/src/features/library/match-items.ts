import type { BookFormat, LibraryItem } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import { createPathMapping, type PathPair } from '../../files/path-mapping.js';
import { readSidecar } from '../../files/placing/read-sidecar.js';
import type { KnownItem, LibraryStore, RecognizedItem } from './library-store.js';
import { isUnchanged, loadOwnImports, type OwnImports } from './own-imports.js';

/** An ASIN to write to a media server. */
export interface AsinToWrite {
  readonly itemId: string;
  readonly asin: string;
}

/** Recognizes the items of one media server during one scan. */
export interface Matcher {
  /** Runs at most two statements per batch, and one for each folder that must be read. */
  match(
    items: readonly LibraryItem[],
    known: ReadonlyMap<string, KnownItem>,
    signal: AbortSignal,
  ): Promise<{ recognized: RecognizedItem[]; toWrite: AsinToWrite[] }>;
}

interface MatcherDeps {
  readonly database: Database;
  readonly store: LibraryStore;
  readonly log: Logger;
}

type Match = NonNullable<RecognizedItem['match']>;

/** Plugins that do not state an item's formats know only audiobooks. */
function holds({ formats = ['audiobook'] }: LibraryItem, format: BookFormat): boolean {
  return formats.includes(format);
}

/**
 * Books we placed are recognized by the content of their files, whatever the media server takes them for; all others by
 * the media server's ASIN. Names never decide.
 */
export function createMatcher({ database, store, log }: MatcherDeps, pathMappings: readonly PathPair[]): Matcher {
  const mapping = createPathMapping(pathMappings);
  let imports: Promise<OwnImports> | undefined;

  async function byContent(item: LibraryItem, known: KnownItem | undefined, signal: AbortSignal): Promise<Match | undefined> {
    if (item.path === undefined) return undefined;
    imports ??= loadOwnImports(database);
    const local = mapping.toLocal(item.path).path;
    const near =
      local.startsWith('/') || process.platform === 'win32' ? (await imports).near(local).filter(({ format }) => holds(item, format)) : [];
    const isSeen = known?.matchedBy === 'hash' && known.path === item.path && known.updatedAt === item.updatedAt;
    if (near.length === 0) return isSeen ? await renamed(known) : undefined;
    const remembered = isSeen ? near.find((own) => own.contentHash === known.fileHash && own.asin === known.matchedAsin) : undefined;
    if (remembered) return { asin: remembered.asin, by: 'hash', fileHash: remembered.contentHash };
    const same = new Map<string, Match>();
    for (const own of near) {
      try {
        if (await isUnchanged(database, own, local, signal)) same.set(own.asin, { asin: own.asin, by: 'hash', fileHash: own.contentHash });
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error, path: local }, 'the files of a library item could not be compared with an import');
      }
    }
    // an item with two of our books is neither
    return same.size === 1 ? [...same.values()][0] : undefined;
  }

  /** A book that we moved, of which the media server still tells what it told before. */
  async function renamed({ matchedAsin, fileHash }: KnownItem): Promise<Match | undefined> {
    if (matchedAsin === null || fileHash === null || !(await imports)?.has(matchedAsin, fileHash)) return undefined;
    return { asin: matchedAsin, by: 'hash', fileHash };
  }

  /** Whether somebody replaced the ASIN from our sidecar with another one. */
  async function isEdited(item: LibraryItem, asin: string): Promise<boolean> {
    if (item.asin === undefined || item.path === undefined) return false;
    return (await readSidecar(mapping.toLocal(item.path).path)).asin === asin;
  }

  async function matchOne(item: LibraryItem, known: KnownItem | undefined, signal: AbortSignal): Promise<Match | undefined> {
    if (known?.matchedBy === 'manual') return undefined;
    const own = await byContent(item, known, signal);
    if (own) return own;
    if (item.asin !== undefined) return { asin: item.asin, by: 'asin' };
    // media servers rewrite tags and people move folders: a proven match stays until an ASIN contradicts it
    if (known?.matchedBy === 'hash' && known.matchedAsin !== null) {
      return { asin: known.matchedAsin, by: 'hash', fileHash: known.fileHash ?? undefined };
    }
    return undefined;
  }

  return {
    async match(items, known, signal) {
      const recognized: RecognizedItem[] = [];
      const fresh: { item: LibraryItem; asin: string }[] = [];
      for (const item of items) {
        const before = known.get(item.itemId);
        const match = await matchOne(item, before, signal);
        recognized.push(match ? { item, match } : { item });
        // only once per match, so that an admin's correction at the media server is not overwritten
        const isNew = match?.by === 'hash' && !(before?.matchedBy === 'hash' && before.matchedAsin === match.asin);
        if (isNew && item.asin !== match.asin) fresh.push({ item, asin: match.asin });
      }
      const siblings = await store.siblings(fresh.flatMap(({ item, asin }) => (item.asin === undefined ? [] : [asin])));
      const toWrite: AsinToWrite[] = [];
      for (const { item, asin } of fresh) {
        const isCorrect = item.asin !== undefined && siblings.get(asin)?.has(item.asin) === true;
        if (!isCorrect && !(await isEdited(item, asin))) toWrite.push({ itemId: item.itemId, asin });
      }
      return { recognized, toWrite };
    },
  };
}
