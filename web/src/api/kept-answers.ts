import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { nameHere } from './base-path.js';
import { outbox } from './outbox.js';
import { queryKeys } from './query-keys.js';
import { recentSearches } from './recent-searches.js';
import { hasSession } from './session-refresh.js';
import type { Me } from './types.js';

/** An answer of the server as it was at a time. */
interface KeptAnswer {
  readonly queryKey: QueryKey;
  readonly data: unknown;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

interface Kept {
  /** The build that wrote it: another one may expect answers of another shape. */
  readonly build: string;
  readonly userId: string;
  readonly answers: readonly KeptAnswer[];
}

/** What readers see without a connection. Nothing of admins, sessions, tokens or forms is kept. */
const KEPT_KEYS: ReadonlySet<unknown> = new Set(
  [
    queryKeys.me,
    queryKeys.setup,
    queryKeys.books,
    queryKeys.categories,
    queryKeys.requestLists,
    queryKeys.quota,
    queryKeys.notifications,
    queryKeys.reports,
    queryKeys.following,
    queryKeys.shelves,
    queryKeys.author(''),
    queryKeys.series(''),
    queryKeys.ebook(''),
    queryKeys.downloadStatus(''),
  ].map(([first]) => first),
);

/** Requests of everybody and the releases found for one are on pages of admins. */
function isKept([first, second, third]: QueryKey): boolean {
  if (!KEPT_KEYS.has(first)) return false;
  if (first !== queryKeys.requestLists[0]) return true;
  if (second === 'list') return (third as { scope?: unknown } | undefined)?.scope === 'mine';
  return second === 'detail';
}

const MOST_ANSWERS = 40;
const MOST_CHARACTERS = 2_000_000;
/** Progress arrives each second; it is not worth a write each. */
const WRITE_AFTER_MS = 2000;
const CACHE = nameHere('lectern-answers');
const ADDRESS = '/kept-answers';
const BUILD = import.meta.url;

/** Names the person whose session this browser has, for all its tabs. */
const PERSON = nameHere('lectern-person');

/** Those of earlier pages, which the query cache may have dropped by now. */
let known: readonly KeptAnswer[] = [];
let knownOf: string | undefined;

function personHere(): string | null {
  try {
    return localStorage.getItem(PERSON);
  } catch {
    return null;
  }
}

function setPersonHere(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(PERSON);
    else localStorage.setItem(PERSON, userId);
  } catch {
    // a browser that refuses storage keeps no answers either
  }
}

async function read(): Promise<Kept | undefined> {
  if (!('caches' in globalThis)) return undefined;
  const response = await (await caches.open(CACHE)).match(ADDRESS);
  const kept = (await response?.json()) as Kept | undefined;
  return kept?.build === BUILD ? kept : undefined;
}

/** Of an endless list, the first page: the others would each be asked for again. */
function firstPage(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

/** The latest answers, as JSON, within the limits. */
function latest(client: QueryClient, me: Me): string {
  const found = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => isKept(queryKey) && state.data !== undefined })
    .map(({ queryKey, state }) => ({ queryKey, data: firstPage(state.data), updatedAt: state.dataUpdatedAt }));
  const seen = new Set(found.map(({ queryKey }) => hashKey(queryKey)));
  const earlier = knownOf === me.id ? known.filter(({ queryKey }) => !seen.has(hashKey(queryKey))) : [];
  const [own, others] = [[...found, ...earlier].filter(isMe), [...found, ...earlier].filter((answer) => !isMe(answer))];
  others.sort((a, b) => b.updatedAt - a.updatedAt);
  const texts: string[] = [];
  const answers: KeptAnswer[] = [];
  let length = 0;
  // without the person nothing else is shown
  for (const answer of [...own, ...others].slice(0, MOST_ANSWERS)) {
    const text = JSON.stringify(answer);
    length += text.length;
    if (length > MOST_CHARACTERS) break;
    texts.push(text);
    answers.push(answer);
  }
  known = answers;
  knownOf = me.id;
  return `{"build":${JSON.stringify(BUILD)},"userId":${JSON.stringify(me.id)},"answers":[${texts.join(',')}]}`;
}

const isMe = ({ queryKey: [first] }: KeptAnswer): boolean => first === queryKeys.me[0];

async function write(client: QueryClient): Promise<void> {
  const me = client.getQueryData<Me | null>(queryKeys.me);
  // in another tab this person may have signed out, and the next one in
  if (!me || !hasSession() || personHere() !== me.id || !('caches' in globalThis)) return;
  const cache = await caches.open(CACHE);
  await cache.put(ADDRESS, new Response(latest(client, me), { headers: { 'content-type': 'application/json' } }));
}

/** Drops what the tab has of the person before, and asks again for what the page shows. */
function dropAnswers(client: QueryClient): void {
  const isOfPerson = ({ queryKey: [first] }: { queryKey: QueryKey }): boolean => first !== queryKeys.me[0];
  client.removeQueries({ type: 'inactive', predicate: isOfPerson });
  void client.resetQueries({ predicate: isOfPerson });
}

/** Keeps what readers have seen last, so that it is there without a connection, and at once on the next visit. */
export function keepAnswers(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  const notice = (me: Me | null): void => {
    if (!me) return;
    const isAnother = last !== undefined && last !== me.id;
    last = me.id;
    const here = personHere();
    if (here !== me.id) {
      if (here !== null) void forgetAnswers();
      outbox.keepOf(me.id);
      setPersonHere(me.id);
    }
    if (isAnother) dropAnswers(client);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const queryKey = event.query.queryKey as QueryKey;
    if (queryKey[0] === queryKeys.me[0]) notice(event.query.state.data as Me | null);
    if (!isKept(queryKey)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      write(client).catch(() => undefined);
    }, WRITE_AFTER_MS);
  });
  globalThis.addEventListener('storage', ({ key, newValue }) => {
    // somebody else signed in in another tab: the next answers here are theirs
    if (key === PERSON && newValue !== null && newValue !== last) void client.invalidateQueries({ queryKey: queryKeys.me });
  });
}

/**
 * Puts the kept answers into the query cache, where they are as old as they are.
 *
 * @param userId whose they must be; whoever it was, without a connection
 * @returns the person whose they are
 */
export async function restoreAnswers(client: QueryClient, userId?: string): Promise<Me | undefined> {
  const kept = await read().catch(() => undefined);
  if (!kept) return undefined;
  if (userId !== undefined && kept.userId !== userId) {
    await forgetAnswers();
    return undefined;
  }
  known = kept.answers;
  knownOf = kept.userId;
  for (const { queryKey, data, updatedAt } of kept.answers.filter((answer) => !isMe(answer))) {
    if (client.getQueryData(queryKey) !== undefined) continue;
    // the connection may be away for longer than the cache keeps what no page shows
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    client.setQueryData(queryKey, data, { updatedAt });
  }
  return kept.answers.find(isMe)?.data as Me | undefined;
}

/** Removes what the person has seen from this browser. What they asked for without a connection waits for their next session. */
export async function forgetAnswers(): Promise<void> {
  known = [];
  knownOf = undefined;
  setPersonHere(null);
  recentSearches.forget();
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined);
}
