import type { Call, CoverImage, ListeningProgress, PluginHttp } from '@lectern/plugin-api';
import { redirected } from './client-faults.js';
import { createTransport, objectOf, required, type Connection, type Transport } from './client-transport.js';
import { fault } from './fault.js';
import { parseProgress } from './listening-progress.js';
import {
  lacksTotal,
  parseItemPage,
  parseLibrary,
  parseServerSettings,
  parseStatus,
  parseTask,
  parseUser,
  rawList,
  textList,
} from './schema.js';
import type { ItemPage, Raw, ServerLibrary, ServerSettings, ServerStatus, ServerTask, ServerUser } from './schema.js';
import { signInCalls } from './sign-in-calls.js';

/** Lists and details wait behind scans: the server has one process. */
const LIST_MS = 30_000;
/** A book of a thousand files weighs about 3 MB in expanded form. */
const LIST_BYTES = 64 * 1024 * 1024;
const COVER_BYTES = 10 * 1024 * 1024;
/** How often to retry a page without its total. */
const PAGE_TRIES = 5;

export interface ItemQuery {
  readonly page: number;
  readonly limit: number;
  /** The server silently ignores any other name and does not sort. */
  readonly sort?: 'addedAt' | 'mtimeMs';
  readonly descending?: boolean;
  readonly filter?: 'issues';
}

export type AudiobookshelfClient = ReturnType<typeof createAudiobookshelfClient>;

/** Speaks Audiobookshelf's wire protocol. Only this file and `sign-in-calls.ts` know its URLs. */
export function createAudiobookshelfClient(http: PluginHttp, connection: Connection) {
  const transport = createTransport(http, connection);
  return { ...serverCalls(transport), ...listCalls(transport), ...changeCalls(transport), ...signInCalls(transport) };
}

function serverCalls({ send, readObject }: Transport) {
  return {
    async status({ signal }: Call): Promise<ServerStatus> {
      const answer = await send('/status', { redirect: 'manual', signal });
      if (answer.status >= 300) throw redirected(answer);
      return parseStatus(objectOf(answer));
    },

    async me({ signal }: Call): Promise<ServerUser> {
      return required(parseUser(await readObject('/api/me', { signal })), 'no_account');
    },

    /** An account with what it listens to, the last heard first. For admins only. */
    async progressOf(userId: string, { signal }: Call): Promise<readonly ListeningProgress[]> {
      const body = await readObject(`/api/users/${encodeURIComponent(userId)}`, { timeoutMs: LIST_MS, maxBytes: LIST_BYTES, signal });
      if (!Array.isArray(body.mediaProgress)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_progress');
      return parseProgress(body);
    },

    async libraries({ signal }: Call): Promise<readonly ServerLibrary[]> {
      const body = await readObject('/api/libraries', { signal });
      return rawList(body.libraries)
        .map(parseLibrary)
        .filter((entry) => entry !== undefined);
    },

    async serverSettings({ signal }: Call): Promise<ServerSettings> {
      return parseServerSettings(await readObject('/api/authorize', { method: 'POST', retry: true, signal }));
    },

    /** The addresses an OpenID sign-in may return to; `*` means all. For admins only. */
    async returnAddresses({ signal }: Call): Promise<readonly string[]> {
      return textList((await readObject('/api/auth-settings', { signal })).authOpenIDMobileRedirectURIs);
    },

    /** Running and queued tasks. */
    async tasks({ signal }: Call): Promise<readonly ServerTask[]> {
      return rawList((await readObject('/api/tasks', { signal })).tasks).map(parseTask);
    },
  };
}

function listCalls({ authorized, readObject }: Transport) {
  return {
    async itemPage(libraryId: string, query: ItemQuery, { signal }: Call): Promise<ItemPage> {
      for (let tries = 1; ; tries += 1) {
        const body = await readObject(`${library(libraryId)}/items`, {
          // `desc` counts only when it is exactly 1
          query: { limit: query.limit, page: query.page, sort: query.sort, desc: query.descending ? 1 : undefined, filter: query.filter },
          timeoutMs: LIST_MS,
          maxBytes: LIST_BYTES,
          signal,
        });
        // the server omits the total if it adds a book while it reads the page
        if (!lacksTotal(body) || tries === PAGE_TRIES) return required(parseItemPage(body), 'no_page_of_items');
      }
    },

    /** Expanded forms in any order; unknown ids are left out. The server refuses an empty list. */
    async expandedItems(ids: readonly string[], { signal }: Call): Promise<readonly Raw[]> {
      if (ids.length === 0) return [];
      const body = await readObject('/api/items/batch/get', {
        method: 'POST',
        json: { libraryItemIds: ids },
        retry: true,
        timeoutMs: LIST_MS,
        maxBytes: LIST_BYTES,
        signal,
      });
      return rawList(body.libraryItems);
    },

    async cover(itemId: string, width: number | undefined, { signal }: Call): Promise<CoverImage | null> {
      const answer = await authorized(`${item(itemId)}/cover`, {
        query: { format: 'jpeg', width: width === undefined ? undefined : Math.min(4096, Math.max(1, Math.round(width))) },
        headers: { accept: 'image/*' },
        acceptStatus: [200, 404],
        maxBytes: COVER_BYTES,
        signal,
      });
      if (answer.status === 404 || answer.body.length === 0) return null;
      const contentType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (!contentType.startsWith('image/')) {
        throw contentType === ''
          ? fault('INTEGRATION_BAD_RESPONSE', 'untyped_cover')
          : fault('INTEGRATION_BAD_RESPONSE', 'not_a_cover', { values: { type: contentType } });
      }
      return { contentType, bytes: answer.body };
    },
  };
}

function changeCalls({ authorized }: Transport) {
  return {
    async scan(libraryId: string, { signal }: Call): Promise<void> {
      await authorized(`${library(libraryId)}/scan`, { method: 'POST', signal });
    },

    /** `path` of a file, as the server sees it. The server answers OK even if it ignores it. */
    async announceFile(libraryId: string, path: string, { signal }: Call): Promise<void> {
      await authorized('/api/watcher/update', { method: 'POST', json: { libraryId, path, type: 'add' }, signal });
    },

    async setAsin(itemId: string, asin: string, { signal }: Call): Promise<void> {
      // members that are not sent stay unchanged
      await authorized(`${item(itemId)}/media`, { method: 'PATCH', json: { metadata: { asin } }, signal });
    },

    async remove(itemId: string, deleteFiles: boolean, { signal }: Call): Promise<void> {
      await authorized(item(itemId), {
        method: 'DELETE',
        query: { hard: deleteFiles ? 1 : undefined },
        acceptStatus: [200, 204, 404],
        signal,
      });
    },
  };
}

function item(id: string): string {
  return `/api/items/${encodeURIComponent(id)}`;
}

function library(id: string): string {
  return `/api/libraries/${encodeURIComponent(id)}`;
}
