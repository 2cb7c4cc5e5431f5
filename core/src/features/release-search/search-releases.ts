import { inEnglish, sentence } from '../../platform/words/index.js';
import type { Release } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { byActor, type AuditService } from '../audit/index.js';
import type { WaitReason } from '../lifecycle/request-record.js';
import type { RequestCaller } from '../requests/index.js';
import type { SearchSource } from '../search/entities.js';
import { findMissingProvider, searchNeeds } from '../search/missing-provider.js';
import { buildQueries } from '../search/query-builder.js';
import { textKey } from '../search/text-key.js';
import { runSearch, type FoundRelease } from '../search/search-run.js';
import type { SettingsService } from '../settings/index.js';
import type { FoundReleaseStore } from './found-release-store.js';
import { guessBooks, type LookupCatalog, type ReadRelease } from './guess-books.js';

export const RELEASE_SEARCH_UPDATED = 'release-search.updated';

/** The dependencies of the search. */
export interface ReleaseSearchDependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly catalog: LookupCatalog;
  readonly settings: SettingsService;
  readonly store: FoundReleaseStore;
  readonly audit: AuditService;
  readonly events: EventBus;
  readonly now: () => Date;
  readonly timeScale: number;
}

/** What a person wants to have searched. */
export interface ReleaseSearchWish {
  readonly words: string;
  readonly type: 'audiobook' | 'ebook';
  /** A name for the live event that tells the caller how far it is. */
  readonly searchId?: string;
}

/** A release that was found, under the name by which its finder may request it. */
export interface FoundAndRead extends ReadRelease {
  readonly id: string;
}

/** What a search found. */
export interface ReleaseSearchOutcome {
  readonly sources: readonly SearchSource[];
  /** How many releases were found, with those that are not shown. */
  readonly total: number;
  /** Those that look most like a book first. */
  readonly releases: readonly FoundAndRead[];
  /** When the ids of the releases expire. */
  readonly expiresAt?: string;
  /** Why nobody could be asked, for admins and for members. */
  readonly missing?: Pick<WaitReason, 'code' | 'message' | 'wording' | 'values'>;
}

/** The most releases that are shown and kept. */
const MOST_SHOWN = 100;
const MOST_RESULTS = 100;
/** Sources that take longer count as failed; with the lookups it stays within the minute for which proxies hold a call open. */
const LONGEST_SEARCH_MS = 40_000;
const LONGEST_LOOKUP_MS = 10_000;

function supply({ seeders, grabs }: Release): number {
  return seeders ?? grabs ?? 0;
}

/** Those whose names have all the words first, because indexers answer with much else; among these the best supplied. */
function mostFitting(found: readonly FoundRelease[], words: string): FoundRelease[] {
  const keys = textKey(words).split(' ');
  const order = found.map((entry) => {
    const name = ` ${textKey(entry.release.title)} `;
    return { entry, hits: keys.filter((key) => name.includes(` ${key} `)).length };
  });
  return order
    .sort((a, b) => b.hits - a.hits || supply(b.entry.release) - supply(a.entry.release))
    .slice(0, MOST_SHOWN)
    .map(({ entry }) => entry);
}

const TIERS = ['sure', 'likely', 'unsure'] as const;

/** The surest first, otherwise in the given order. */
function surestFirst(read: readonly ReadRelease[]): ReadRelease[] {
  return [...TIERS, undefined].flatMap((tier) => read.filter(({ guess }) => guess?.sureness === tier));
}

/** Why ebooks are not searched for at indexers. */
export const NOT_FOR_EBOOKS = sentence('finding.indexers_not_for_ebooks');

async function missingFor(deps: ReleaseSearchDependencies, type: ReleaseSearchWish['type']): Promise<ReleaseSearchOutcome['missing']> {
  const missing = findMissingProvider(deps.host, deps.now(), deps.timeScale, await searchNeeds(deps, 'audiobook'));
  if (missing) return missing.reason;
  if (type === 'audiobook' || (await deps.settings.get()).ebooks.useIndexers) return undefined;
  return { code: 'indexers_not_for_ebooks', message: inEnglish(NOT_FOR_EBOOKS) };
}

/**
 * Asks all indexers with a person's own words, and finds out which book each release looks like. The releases are kept for their finder; no
 * request is made. Ending the signal ends the search, and nothing is kept.
 */
export function createReleaseSearch(deps: ReleaseSearchDependencies) {
  const { database, host, store, audit, events } = deps;

  return async function searchReleases(
    caller: RequestCaller,
    { words, type, searchId }: ReleaseSearchWish,
    signal: AbortSignal,
  ): Promise<ReleaseSearchOutcome> {
    const missing = await missingFor(deps, type);
    if (missing) return { sources: [], total: 0, releases: [], missing };
    const indexers = host.providers('indexer');
    const [query] = buildQueries({ title: words, authors: [], narrators: [], format: type }, { searchTerms: [words], limit: MOST_RESULTS });
    const onSource = (sources: readonly SearchSource[]) => {
      if (searchId === undefined) return;
      const done = new Set(sources.map(({ integrationId }) => integrationId)).size;
      const heard = sources.map(({ name, status, found }) => ({ name, status, found }));
      const audience = { users: [caller.userId], andAdmins: false };
      events.publish({ type: RELEASE_SEARCH_UPDATED, data: { searchId, done, total: indexers.length, sources: heard }, audience });
    };
    const { found, sources } = await runSearch(indexers, query ? [query] : [], signal, onSource, LONGEST_SEARCH_MS);
    const deadline = AbortSignal.timeout(LONGEST_LOOKUP_MS);
    const read = surestFirst(await guessBooks(deps.catalog, { words, type }, mostFitting(found, words), { signal, deadline }));
    signal.throwIfAborted();
    const { ids, expiresAt } = await database.transaction(async (tx) => {
      const actor = { id: caller.userId, name: caller.username, address: caller.address };
      const detail = { words, type, found: found.length };
      await audit.record(tx, { ...byActor(actor), action: 'release.searched', targetType: 'release', detail });
      return store.save(tx, { userId: caller.userId, words }, read);
    });
    const releases = read.map((entry, index) => ({ ...entry, id: ids[index] ?? '' }));
    return { sources, total: found.length, releases, expiresAt };
  };
}

export type ReleaseSearch = ReturnType<typeof createReleaseSearch>;
