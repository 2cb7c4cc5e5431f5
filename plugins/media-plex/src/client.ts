import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, CoverImage, HttpRequest, HttpResponse, PluginHttp } from '@lectern/plugin-api';
import { readContainer } from './answer-body.js';
import { normalizeBaseUrl } from './base-url.js';
import { explainFault, redirected } from './client-faults.js';
import { fault } from './fault.js';
import type { Installation } from './installation.js';
import { flagOf, itemsOf, parseIdentity, parsePage, parseSection, rawList, textOf } from './schema.js';
import type { ContainerPage, Raw, Section, ServerIdentity } from './schema.js';

const CALL_MS = 15_000;
/** Lists wait while the server's database is busy. */
const LIST_MS = 60_000;
const LIST_BYTES = 64 * 1024 * 1024;
const COVER_BYTES = 10 * 1024 * 1024;
const MAX_COVER = 2000;

/** Plex's numbers for the kinds of items. */
export const ITEM_TYPE = { album: 9, track: 10 } as const;

export interface ListQuery {
  readonly type: keyof typeof ITEM_TYPE;
  readonly start: number;
  readonly size: number;
  readonly sort: 'addedAt' | 'updatedAt';
  readonly descending?: boolean;
  /** Seconds since the epoch; only items whose sort value is not earlier. */
  readonly from?: number;
}

/** The facts about a server that only the owner's token shows. */
export interface ServerRoot {
  readonly name?: string;
  readonly allowsDeletion: boolean;
}

export type PlexClient = ReturnType<typeof createPlexClient>;

interface Connection {
  readonly baseUrl: string;
  readonly token: string;
}

/** Speaks the wire protocol of Plex Media Server. Only this file knows its URLs. */
export function createPlexClient(http: PluginHttp, installation: Installation, connection: Connection) {
  const transport = createTransport(http, installation, connection);
  return { ...serverCalls(transport), ...listCalls(transport), ...itemCalls(transport) };
}

type Request = Omit<HttpRequest, 'url'>;

/** Sends requests to one server, with and without the token. */
interface Transport {
  readonly anonymous: (path: string, request: Request) => Promise<HttpResponse>;
  readonly authorized: (path: string, request: Request) => Promise<HttpResponse>;
  readonly read: (path: string, request: Request) => Promise<Raw>;
}

function createTransport(http: PluginHttp, installation: Installation, { baseUrl, token: ownToken }: Connection): Transport {
  async function send(path: string, request: Request, token: string | undefined): Promise<HttpResponse> {
    const root = normalizeBaseUrl(baseUrl, 'baseUrl');
    const headers = { ...(await installation.headers(token)), ...request.headers };
    let answer: HttpResponse;
    try {
      // following a redirect would drop the token, and the next answer would blame it
      answer = await http.request({ timeoutMs: CALL_MS, redirect: 'manual', ...request, url: root + path, headers });
    } catch (error) {
      throw isIntegrationError(error) ? explainFault(error, root) : error;
    }
    if (answer.status >= 300 && answer.status < 400) throw redirected(answer);
    return answer;
  }

  const authorized = (path: string, request: Request): Promise<HttpResponse> => send(path, request, ownToken);
  return {
    anonymous: (path, request) => send(path, request, undefined),
    authorized,
    read: async (path, request) => readContainer(await authorized(path, request)),
  };
}

function section(id: string): string {
  return `/library/sections/${encodeURIComponent(id)}`;
}

function serverCalls({ anonymous, authorized, read }: Transport) {
  return {
    /** Needs no token, so it proves nothing about one. @returns nothing if the server is not Plex */
    async identity({ signal }: Call): Promise<ServerIdentity | undefined> {
      return parseIdentity(readContainer(await anonymous('/identity', { signal })));
    },

    async root({ signal }: Call): Promise<ServerRoot> {
      const container = await read('/', { signal });
      const name = textOf(container.friendlyName);
      return { ...(name === undefined ? {} : { name }), allowsDeletion: flagOf(container.allowMediaDeletion) === true };
    },

    async sections({ signal }: Call): Promise<readonly Section[]> {
      const container = await read('/library/sections', { signal });
      return rawList(container.Directory)
        .map(parseSection)
        .filter((entry) => entry !== undefined);
    },

    /** Starts a scan of a library, or of one folder as the server sees it. */
    async scan(sectionId: string, folder: string | undefined, { signal }: Call): Promise<void> {
      const path = `${section(sectionId)}/refresh`;
      const request = { query: { path: folder }, signal };
      const answer = await authorized(path, { ...request, acceptStatus: [200, 201, 202, 204, 404, 405] });
      // servers accept GET, although their documentation says POST
      if (answer.status >= 400) await authorized(path, { ...request, method: 'POST' });
    },
  };
}

function listCalls({ read }: Transport) {
  return {
    async page(sectionId: string, query: ListQuery, { signal }: Call): Promise<ContainerPage> {
      const { type, start, size, sort, descending, from } = query;
      const container = await read(`${section(sectionId)}/all`, {
        query: {
          type: ITEM_TYPE[type],
          sort: `${sort}:${descending ? 'desc' : 'asc'}`,
          // "not before"; the operator is part of the name
          ...(from === undefined ? {} : { [`${sort}>>`]: from }),
          ...(type === 'album' ? { includeGuids: 1 } : {}),
        },
        headers: { 'x-plex-container-start': String(start), 'x-plex-container-size': String(size) },
        timeoutMs: LIST_MS,
        maxBytes: LIST_BYTES,
        signal,
      });
      return parsePage(container);
    },

    /** Full forms in any order; unknown ids are left out. */
    async details(ids: readonly string[], { signal }: Call): Promise<readonly Raw[]> {
      if (ids.length === 0) return [];
      const path = `/library/metadata/${ids.map(encodeURIComponent).join(',')}`;
      // without it the server checks the files of each item first
      const request = { query: { skipRefresh: 1 }, timeoutMs: LIST_MS, maxBytes: LIST_BYTES, signal };
      try {
        return itemsOf(await read(path, request));
      } catch (error) {
        if (isIntegrationError(error) && error.code === 'INTEGRATION_NOT_FOUND') return [];
        throw error;
      }
    },

    /** The tracks of an album; none when it is gone. */
    async tracks(albumId: string, { signal }: Call): Promise<readonly Raw[]> {
      try {
        return itemsOf(await read(`/library/metadata/${encodeURIComponent(albumId)}/children`, { maxBytes: LIST_BYTES, signal }));
      } catch (error) {
        if (isIntegrationError(error) && error.code === 'INTEGRATION_NOT_FOUND') return [];
        throw error;
      }
    },
  };
}

function itemCalls({ authorized }: Transport) {
  return {
    async cover(thumb: string, width: number | undefined, { signal }: Call): Promise<CoverImage | null> {
      // only a path on the server itself, because the token is sent along
      if (!/^\/(?![/\\])/.test(thumb) || thumb.includes('..')) return null;
      const side = width === undefined ? undefined : Math.min(MAX_COVER, Math.max(1, Math.round(width)));
      const request = { headers: { accept: 'image/*' }, acceptStatus: [200, 404], maxBytes: COVER_BYTES, signal };
      const query = { url: thumb, width: side, height: side, minSize: 1, upscale: 0, format: 'jpeg' };
      const answer = await (side === undefined ? authorized(thumb, request) : authorized('/photo/:/transcode', { ...request, query }));
      if (answer.status === 404 || answer.body.length === 0) return null;
      const contentType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (!contentType.startsWith('image/')) {
        throw contentType === ''
          ? fault('INTEGRATION_BAD_RESPONSE', 'untyped_cover')
          : fault('INTEGRATION_BAD_RESPONSE', 'not_a_cover', { values: { type: contentType } });
      }
      return { contentType, bytes: answer.body };
    },

    /** Deletes the item and its files. Succeeds for an absent item. */
    async remove(itemId: string, { signal }: Call): Promise<void> {
      const path = `/library/metadata/${encodeURIComponent(itemId)}`;
      const answer = await authorized(path, { method: 'DELETE', acceptStatus: [200, 204, 400, 403, 404], signal });
      if (answer.status === 400 || answer.status === 403) {
        throw fault('INTEGRATION_FORBIDDEN', 'not_deleted');
      }
    },
  };
}
