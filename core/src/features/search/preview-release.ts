import type { RequestInfo } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { viewCandidate, type CandidateView } from './candidate-view.js';
import { chooseRelease, type Decision } from './choose-release.js';
import type { SearchSource } from './entities.js';
import { findCandidates, type FindDependencies, type Wish } from './find-candidates.js';
import { findMissingProvider, searchNeeds } from './missing-provider.js';
import { sentence } from '../../platform/words/index.js';

/** The dependencies of previews. */
export interface PreviewDependencies extends FindDependencies {
  readonly events: EventBus;
  readonly timeScale: number;
}

/** The book for which somebody wants to know what would be taken. */
export interface PreviewWish {
  readonly asin: string;
  readonly type: 'audiobook' | 'ebook';
  readonly region?: string;
  readonly anyReading: boolean;
  /** A name for the live event that tells the caller how far it is. */
  readonly previewId?: string;
}

/** What an automatic search would find and do now. */
export interface Preview {
  readonly queries: readonly string[];
  readonly sources: readonly SearchSource[];
  /** Best first. */
  readonly candidates: readonly CandidateView[];
  readonly decision: Decision;
}

/** The most candidates that are shown; further ones are far from being taken. */
const MOST_SHOWN = 100;
/** Sources that take longer count as failed, because proxies do not hold a call open for much longer than this. */
const LONGEST_MS = 50_000;

/**
 * Searches, ranks and decides like an automatic search of a request, and neither stores nor takes anything. Plugins see a request with the
 * status `preview`.
 *
 * @throws ApiError 404 `unknown_book`
 */
export async function previewRelease(deps: PreviewDependencies, caller: Caller, asked: PreviewWish, signal: AbortSignal): Promise<Preview> {
  const { asin, type, anyReading, previewId } = asked;
  const book = await deps.catalog.book(asin, { region: asked.region, signal });
  if (!book) throw new ApiError('unknown_book', sentence('problem.no_book'));
  const authors = book.authors.map(({ name }) => name);
  const [series] = book.series;
  const info: RequestInfo = {
    id: uuid(),
    type,
    status: 'preview',
    origin: 'manual',
    user: { id: caller.userId, username: caller.username },
    book: { asin, title: book.title, authors, narrators: book.narrators, series: series?.name, seriesPart: series?.part },
  };
  const missing = findMissingProvider(deps.host, deps.now(), deps.timeScale, await searchNeeds(deps, type));
  if (missing) return { queries: [], sources: [], candidates: [], decision: { what: 'nothing', ...missing } };
  const wish: Wish = { type, asin, title: book.title, author: authors[0] ?? '', customSearchTerms: null, anyReading, info, book };
  const queries: string[] = [];
  const found = await findCandidates(deps, wish, {
    signal,
    limitMs: LONGEST_MS,
    planned: async (planned) => void queries.push(...planned.map(({ text }) => text)),
    heard(progress) {
      if (previewId === undefined) return;
      deps.events.publish({
        type: 'preview.updated',
        data: { previewId, ...progress },
        audience: { users: [caller.userId], andAdmins: false },
      });
    },
  });
  const shown = found.ranked.slice(0, MOST_SHOWN);
  const ids = shown.map(() => uuid());
  const decision = await chooseRelease(deps, found, ids, { request: info, attempts: 1 });
  const candidates = shown.map((candidate, index) => viewCandidate(ids[index] ?? '', candidate, 'candidate'));
  return { queries, sources: found.sources, candidates, decision };
}
