import type { HttpResponse, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { faultIn, hiddenFieldsIn, isOutdated } from './faults.js';
import type { RateLimit } from './rate-limit.js';
import { isList, isLoose, isUser, listIn, type RemoteEntry, type RemoteList, type RemoteUser } from './schema.js';
import { bareToken } from './token.js';

const ADDRESS = 'https://api.hardcover.app/v1/graphql';
/** Statuses that are explained instead of retried. */
const EXPLAINED = [200, 400, 401, 403, 408, 429];

/** At most three levels deep, because the service will soon refuse more. */
const ENTRY = `id date_added
  edition { asin isbn_13 isbn_10 reading_format_id }
  book { id title canonical_id cached_contributors cached_image default_audio_edition { asin isbn_13 reading_format_id } }`;
const ME = 'query { me { id username } }';
const LISTS = 'query($u:Int!) { lists(where:{user_id:{_eq:$u}}, order_by:{id:asc}) { id name books_count } }';
const STATUS = `query($u:Int!,$s:Int!,$l:Int!,$o:Int!) {
  user_books(where:{user_id:{_eq:$u},status_id:{_eq:$s}}, limit:$l, offset:$o, order_by:{id:asc}) { ${ENTRY} } }`;
const LIST = 'query($id:Int!) { lists_by_pk(id:$id) { id name books_count } }';
const LIST_BOOKS = `query($id:Int!,$l:Int!,$o:Int!) {
  list_books(where:{list_id:{_eq:$id}}, limit:$l, offset:$o, order_by:{id:asc}) { ${ENTRY} } }`;

/** Another field for what the same scope lets a token read, by field. */
const BESIDE: Readonly<Record<string, string>> = {
  user_books: 'lists',
  lists: 'user_books',
  lists_by_pk: 'user_books',
  list_books: 'user_books',
};

/** A slice of a shelf. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** Hardcover's API, for one token. Every method throws an IntegrationError. */
export interface HardcoverClient {
  me(signal: AbortSignal): Promise<RemoteUser>;
  lists(userId: number, signal: AbortSignal): Promise<readonly RemoteList[]>;
  /** `undefined` if there is none, or it is somebody else's private one. */
  list(id: number, signal: AbortSignal): Promise<RemoteList | undefined>;
  booksOfStatus(userId: number, statusId: number, slice: Slice, signal: AbortSignal): Promise<readonly RemoteEntry[]>;
  booksOfList(id: number, slice: Slice, signal: AbortSignal): Promise<readonly RemoteEntry[]>;
}

type Data = Readonly<Record<string, unknown>>;

/** What an answer holds. @throws IntegrationError if it was refused, or holds nothing */
function dataIn(response: HttpResponse): Data {
  const refused = faultIn(response);
  if (refused) throw refused;
  const { data } = response.json<{ data?: unknown }>();
  if (!isLoose(data)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_data');
  return data;
}

export function createHardcoverClient(http: PluginHttp, token: string, limit: RateLimit): HardcoverClient {
  async function send(query: string, variables: Record<string, number>, signal: AbortSignal): Promise<HttpResponse> {
    limit.assertFree();
    const response = await http.request({
      method: 'POST',
      url: ADDRESS,
      headers: { authorization: `Bearer ${bareToken(token)}`, accept: 'application/json' },
      json: { query, variables },
      // every query only reads
      retry: true,
      redirect: 'manual',
      acceptStatus: EXPLAINED,
      signal,
    });
    limit.observe(response);
    return response;
  }

  /** A field that is hidden from a token looks like one that is gone. Which it is, another field of the same scope tells. */
  async function wasRenamed([field = '']: readonly string[], signal: AbortSignal): Promise<boolean> {
    const other = BESIDE[field];
    if (other === undefined) return false;
    const response = await send(`query { ${other}(limit:1) { id } }`, {}, signal);
    if (hiddenFieldsIn(response).length > 0) return false;
    // an answer that is refused for another reason tells nothing about fields, and says what is wrong itself
    dataIn(response);
    return true;
  }

  async function ask(query: string, variables: Record<string, number>, signal: AbortSignal): Promise<Data> {
    const response = await send(query, variables, signal);
    const hidden = hiddenFieldsIn(response);
    if (hidden.length > 0 && (await wasRenamed(hidden, signal))) throw isOutdated(hidden);
    return dataIn(response);
  }

  async function askList(query: string, name: string, variables: Record<string, number>, signal: AbortSignal): Promise<readonly Data[]> {
    const list = listIn(await ask(query, variables, signal), name);
    if (!list) throw fault('INTEGRATION_BAD_RESPONSE', 'no_list', { values: { name } });
    return list;
  }

  return {
    async me(signal) {
      const { me } = await ask(ME, {}, signal);
      // a list with one entry, as other queries have it
      const user: unknown = Array.isArray(me) ? me[0] : me;
      if (!isUser(user)) throw fault('INTEGRATION_BAD_RESPONSE', 'no_owner_of_token', { field: 'token' });
      return user;
    },
    lists: async (userId, signal) => (await askList(LISTS, 'lists', { u: userId }, signal)).flatMap((list) => (isList(list) ? [list] : [])),
    async list(id, signal) {
      const { lists_by_pk: found } = await ask(LIST, { id }, signal);
      return isList(found) ? found : undefined;
    },
    booksOfStatus: (userId, statusId, { limit: l, offset: o }, signal) =>
      askList(STATUS, 'user_books', { u: userId, s: statusId, l, o }, signal),
    booksOfList: (id, { limit: l, offset: o }, signal) => askList(LIST_BOOKS, 'list_books', { id, l, o }, signal),
  };
}
