import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { Call, CoverImage, HttpRequest, HttpResponse, PluginHttp } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import {
  isRaw,
  lacksTotal,
  parseItemPage,
  parseLibrary,
  parseServerSettings,
  parseStatus,
  parseTask,
  parseUser,
  rawList,
  textList,
  textOf,
} from './schema.js';
import type { ItemPage, Raw, ServerLibrary, ServerSettings, ServerStatus, ServerTask, ServerUser } from './schema.js';

const CALL_MS = 10_000;
/** Lists and details wait behind scans: the server has one process. */
const LIST_MS = 30_000;
/** A book of a thousand files weighs about 3 MB in expanded form. */
const LIST_BYTES = 64 * 1024 * 1024;
const COVER_BYTES = 10 * 1024 * 1024;
/** How often a page is asked for that comes without its total. */
const PAGE_TRIES = 5;

export interface ItemQuery {
  readonly page: number;
  readonly limit: number;
  /** Any other name is silently unsorted at the server. */
  readonly sort?: 'addedAt' | 'mtimeMs';
  readonly descending?: boolean;
  readonly filter?: 'issues';
}

export interface SignedIn {
  readonly user: ServerUser;
  /** Ends the session the sign-in made; servers before 2.26 send none. */
  readonly refreshToken?: string;
}

export type AudiobookshelfClient = ReturnType<typeof createAudiobookshelfClient>;

/** Speaks Audiobookshelf's wire protocol. The only file that knows its URLs. */
export function createAudiobookshelfClient(http: PluginHttp, connection: { readonly baseUrl: string; readonly apiKey: string }) {
  const root = normalizeBaseUrl(connection.baseUrl);
  const item = (id: string): string => `/api/items/${encodeURIComponent(id)}`;
  const library = (id: string): string => `/api/libraries/${encodeURIComponent(id)}`;

  async function send(path: string, request: Omit<HttpRequest, 'url'>, explain = explained): Promise<HttpResponse> {
    try {
      return await http.request({ timeoutMs: CALL_MS, ...request, url: root + path });
    } catch (error) {
      throw isIntegrationError(error) ? explain(error) : error;
    }
  }

  function authorised(path: string, request: Omit<HttpRequest, 'url'>): Promise<HttpResponse> {
    const headers = { ...request.headers, authorization: `Bearer ${connection.apiKey}` };
    return send(path, { ...request, headers }, explainedByKey);
  }

  async function readObject(path: string, request: Omit<HttpRequest, 'url'>): Promise<Raw> {
    return objectOf(await authorised(path, request));
  }

  return {
    async status({ signal }: Call): Promise<ServerStatus> {
      const answer = await send('/status', { redirect: 'manual', signal });
      if (answer.status >= 300) throw redirected(answer);
      return parseStatus(objectOf(answer));
    },

    async me({ signal }: Call): Promise<ServerUser> {
      return required(parseUser(await readObject('/api/me', { signal })), 'an account');
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

    /** Where a sign-in by OpenID may lead back to; `*` stands for everywhere. For admins only. */
    async returnAddresses({ signal }: Call): Promise<readonly string[]> {
      return textList((await readObject('/api/auth-settings', { signal })).authOpenIDMobileRedirectURIs);
    },

    /** What runs or waits to run. */
    async tasks({ signal }: Call): Promise<readonly ServerTask[]> {
      return rawList((await readObject('/api/tasks', { signal })).tasks).map(parseTask);
    },

    async itemPage(libraryId: string, query: ItemQuery, { signal }: Call): Promise<ItemPage> {
      for (let tries = 1; ; tries += 1) {
        const body = await readObject(`${library(libraryId)}/items`, {
          // `desc` counts only when it is exactly 1
          query: { limit: query.limit, page: query.page, sort: query.sort, desc: query.descending ? 1 : undefined, filter: query.filter },
          timeoutMs: LIST_MS,
          maxBytes: LIST_BYTES,
          signal,
        });
        // the server forgets the total when it takes in a book while it reads the page
        if (!lacksTotal(body) || tries === PAGE_TRIES) return required(parseItemPage(body), 'a page of items');
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

    async scan(libraryId: string, { signal }: Call): Promise<void> {
      await authorised(`${library(libraryId)}/scan`, { method: 'POST', signal });
    },

    /** `path` of a file, as the server sees it. Answered with OK even when the server ignores it. */
    async announceFile(libraryId: string, path: string, { signal }: Call): Promise<void> {
      await authorised('/api/watcher/update', { method: 'POST', json: { libraryId, path, type: 'add' }, signal });
    },

    async setAsin(itemId: string, asin: string, { signal }: Call): Promise<void> {
      // members that are not sent stay as they are
      await authorised(`${item(itemId)}/media`, { method: 'PATCH', json: { metadata: { asin } }, signal });
    },

    async remove(itemId: string, deleteFiles: boolean, { signal }: Call): Promise<void> {
      await authorised(item(itemId), {
        method: 'DELETE',
        query: { hard: deleteFiles ? 1 : undefined },
        acceptStatus: [200, 204, 404],
        signal,
      });
    },

    async cover(itemId: string, width: number | undefined, { signal }: Call): Promise<CoverImage | null> {
      const answer = await authorised(`${item(itemId)}/cover`, {
        query: { format: 'jpeg', width: width === undefined ? undefined : Math.min(4096, Math.max(1, Math.round(width))) },
        headers: { accept: 'image/*' },
        acceptStatus: [200, 404],
        maxBytes: COVER_BYTES,
        signal,
      });
      if (answer.status === 404 || answer.body.length === 0) return null;
      const contentType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (!contentType.startsWith('image/')) {
        throw new IntegrationError(
          'INTEGRATION_BAD_RESPONSE',
          `Audiobookshelf sent ${contentType || 'something untyped'} in place of a cover.`,
        );
      }
      return { contentType, bytes: answer.body };
    },

    /** `address` is the browser's: the server counts sign-ins by it, so without it all our users share one budget. */
    async signIn(credentials: { username: string; password: string; address?: string }, { signal }: Call): Promise<SignedIn> {
      const { username, password, address } = credentials;
      const answer = await send('/login', {
        method: 'POST',
        json: { username, password },
        headers: { 'x-return-tokens': 'true', ...(address === undefined ? {} : { 'x-forwarded-for': address }) },
        redirect: 'manual',
        acceptStatus: [200, 301, 302, 303, 307, 308, 401],
        signal,
      });
      if (answer.status === 401) {
        throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'Audiobookshelf does not know this user name and password.');
      }
      if (answer.status >= 300) throw redirected(answer);
      return signedIn(answer);
    },

    /**
     * Begins a sign-in at the OpenID provider of the server, as an app of it does.
     *
     * @returns where the browser is to go, and the cookies that {@link finishOpenId} needs
     */
    async beginOpenId(
      { returnUrl, state, challenge }: { returnUrl: string; state: string; challenge: string },
      { signal }: Call,
    ): Promise<{ url: string; cookies: string }> {
      const answer = await send('/auth/openid', {
        query: {
          response_type: 'code',
          client_id: 'lectern',
          redirect_uri: returnUrl,
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        },
        redirect: 'manual',
        acceptStatus: [302, 400, 500],
        retry: false,
        signal,
      });
      if (answer.status === 400) {
        throw new IntegrationError(
          'INTEGRATION_MISCONFIGURED',
          `Audiobookshelf does not send anybody back to ${returnUrl}. ${
            new URL(returnUrl).port === ''
              ? 'Add it there to the allowed mobile redirect addresses: Settings, Authentication.'
              : 'It lists no address with a port: give Lectern a public address without one, or allow * there.'
          }`,
        );
      }
      const url = answer.headers.location;
      if (answer.status !== 302 || url === undefined || !/^https?:\/\//i.test(url)) {
        throw new IntegrationError('INTEGRATION_MISCONFIGURED', 'Audiobookshelf is not connected to an OpenID provider.', {
          field: 'signInWith',
        });
      }
      return { url, cookies: answer.cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') };
    },

    async finishOpenId(
      { state, code, verifier, cookies }: { state: string; code: string; verifier: string; cookies: string },
      { signal }: Call,
    ): Promise<SignedIn> {
      const answer = await send('/auth/openid/callback', {
        query: { state, code, code_verifier: verifier },
        headers: { cookie: cookies },
        redirect: 'manual',
        acceptStatus: [200, 302, 400, 401, 403, 500],
        retry: false,
        signal,
      });
      if (answer.status === 200) return signedIn(answer);
      if (answer.text().includes('No session')) {
        throw new IntegrationError('INTEGRATION_NOT_FOUND', 'Audiobookshelf does not know this sign-in any more. Begin again.');
      }
      throw new IntegrationError('INTEGRATION_FORBIDDEN', 'Audiobookshelf did not let this account in.');
    },

    async signOut(refreshToken: string, { signal }: Call): Promise<void> {
      await send('/logout', { method: 'POST', headers: { 'x-refresh-token': refreshToken }, signal });
    },
  };
}

function signedIn(answer: HttpResponse): SignedIn {
  const { user } = objectOf(answer);
  return {
    user: required(isRaw(user) ? parseUser(user) : undefined, 'an account'),
    refreshToken: isRaw(user) ? textOf(user.refreshToken) : undefined,
  };
}

function objectOf(answer: HttpResponse): Raw {
  if ((answer.headers['content-type'] ?? '').includes('text/html')) {
    throw new IntegrationError(
      'INTEGRATION_BAD_RESPONSE',
      "A web page came in place of Audiobookshelf's answer. If a proxy with a sign-in page stands in front of it, exempt /api, /status and /login there.",
    );
  }
  const body = answer.json();
  return required(isRaw(body) ? body : undefined, 'an object');
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `Audiobookshelf's answer does not hold ${what}.`);
  return value;
}

function redirected(answer: HttpResponse): IntegrationError {
  const target = answer.headers.location ?? 'another address';
  return new IntegrationError(
    'INTEGRATION_MISCONFIGURED',
    `The server redirects to ${target.split('?')[0]}. Enter the address it really answers at; if that is the sign-in page of a proxy, exempt /api, /status and /login there.`,
    { field: 'baseUrl' },
  );
}

/** The same fault of a call without key in words an admin can act on. */
function explained(error: IntegrationError): IntegrationError {
  const cause = error;
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
    case 'INTEGRATION_FORBIDDEN':
      return new IntegrationError(
        error.code,
        'Something in front of Audiobookshelf lets nobody in. If it is a proxy with a sign-in page, exempt /api, /status, /login and /logout there.',
        { cause, field: 'baseUrl' },
      );
    case 'INTEGRATION_RATE_LIMITED':
      return new IntegrationError(error.code, 'Audiobookshelf asks to wait before signing in again.', {
        cause,
        retryAfterMs: error.retryAfterMs,
      });
    default:
      return error;
  }
}

/** The same fault of a call with our key. */
function explainedByKey(error: IntegrationError): IntegrationError {
  const cause = error;
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
      return new IntegrationError(
        error.code,
        'Audiobookshelf refuses the API key. It may be wrong, expired, not active, or belong to a disabled account.',
        { cause, field: 'apiKey' },
      );
    case 'INTEGRATION_FORBIDDEN':
      return new IntegrationError(error.code, 'The account of the API key may not do that in Audiobookshelf.', { cause, field: 'apiKey' });
    default:
      return error;
  }
}
