import type { CatalogBook, RequestInfo } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { RequestCaller, RequestService } from '../requests/index.js';
import type { Wish } from '../search/find-candidates.js';
import type { RankedCandidate } from '../search/ranking/ranking.js';
import { createReleaseChoosing, type ReleaseChoosingDependencies } from './choose-release.js';
import type { FoundReleaseStore, StoredRelease } from './found-release-store.js';
import { judgeFound, mustPass } from './judge-found.js';

/** The dependencies of requesting a found release. */
export interface RequestReleaseDependencies extends ReleaseChoosingDependencies {
  readonly store: FoundReleaseStore;
  readonly requests: ReleaseChoosingDependencies['requests'] & Pick<RequestService, 'create' | 'ownRequestFor'>;
  readonly transitions: Pick<RequestTransitions, 'note'>;
}

/** The book that a person says the release is. */
export interface ReleaseWish {
  readonly asin: string;
  readonly type: 'audiobook' | 'ebook';
  readonly region?: string | undefined;
  readonly note?: string | undefined;
  /** Takes the release although it fails a gate. */
  readonly overrideGates?: boolean | undefined;
}

/** What became of it: a request was made, somebody else's was joined, or the person's own was given the release. */
export interface ReleaseOutcome {
  readonly outcome: 'created' | 'joined' | 'chosen';
  readonly requestId: string;
}

function infoOf(caller: RequestCaller, { asin, type }: ReleaseWish, book: CatalogBook): RequestInfo {
  const authors = book.authors.map(({ name }) => name);
  const [series] = book.series;
  return {
    id: uuid(),
    type,
    status: 'preview',
    origin: 'manual',
    user: { id: caller.userId, username: caller.username },
    book: { asin, title: book.title, authors, narrators: book.narrators, series: series?.name, seriesPart: series?.part },
  };
}

/** Requesting the book of a found release, which is then taken as soon as the request is allowed, or at once for a request that is there. */
export function createReleaseRequesting(deps: RequestReleaseDependencies) {
  const { catalog, candidates, store, requests, transitions, now } = deps;
  const chooseFor = createReleaseChoosing(deps);

  /** Judges the release by the book as a search for it does. */
  async function judge(caller: RequestCaller, wish: ReleaseWish, found: StoredRelease, signal: AbortSignal): Promise<RankedCandidate> {
    const { asin, type, region } = wish;
    const book = await catalog.book(asin, { region, signal });
    if (!book) throw new ApiError('unknown_book', sentence('problem.no_book'));
    const info = infoOf(caller, wish, book);
    const facts: Wish = {
      type,
      asin,
      title: book.title,
      author: book.authors[0]?.name ?? '',
      customSearchTerms: null,
      anyReading: false,
      info,
      book,
    };
    return judgeFound(deps, facts, found, signal);
  }

  /**
   * @throws ApiError 404 `unknown_candidate` where the release expired or is another person's, 409 `gate_failed` where it fails a gate, or what
   *   refuses a request or the choice of a release
   */
  return async function requestRelease(caller: RequestCaller, id: string, wish: ReleaseWish, signal: AbortSignal): Promise<ReleaseOutcome> {
    const found = await store.get(id, caller.userId);
    if (!found) throw new ApiError('unknown_candidate', sentence('problem.found_expired'));
    const own = await requests.ownRequestFor(caller, wish);
    if (own !== undefined) {
      await chooseFor(caller, own, found, wish, signal);
      return { outcome: 'chosen', requestId: own };
    }
    const candidate = await judge(caller, wish, found, signal);
    mustPass(candidate, wish);
    const { asin, type, region, note } = wish;
    const { release } = found;
    return requests.create(caller, {
      asin,
      type,
      region,
      note,
      origin: caller.via === 'api-token' ? 'api-token' : 'manual',
      // who looked for the release of a book wants it
      bypassIgnore: true,
      async whenCreated(tx, request) {
        const search = { requestId: request.id, automatic: false, queries: [found.words], at: now() };
        const searchId = await candidates.begin(tx, search);
        const [candidateId] = await candidates.saveCandidates(
          tx,
          { id: searchId, requestId: request.id },
          [candidate],
          [{ integrationId: found.integrationId, release: candidate.release }],
        );
        const { id: sourceId, name } = release.indexer;
        const source = { id: sourceId, name, integrationId: found.integrationId, integrationName: name, status: 'ok', found: 1 } as const;
        await candidates.saveSources(tx, searchId, [source], now());
        await candidates.choose(tx, request.id, candidateId);
        await transitions.note(
          tx,
          request.id,
          'release_chosen',
          sentence('timeline.chose_release', { name: caller.displayName, release: release.title }),
          {
            actor: { id: caller.userId, address: caller.address },
            detail: { candidateId },
          },
        );
      },
    });
  };
}

export type ReleaseRequesting = ReturnType<typeof createReleaseRequesting>;
