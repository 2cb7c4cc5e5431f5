import type { Query, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../../api/api-error.js';
import { queryKeys } from '../../api/query-keys.js';

/** Shown on every page, so they say nothing about this one. */
const OF_THE_FRAME: ReadonlySet<unknown> = new Set([queryKeys.me, queryKeys.setup, queryKeys.notifications].map(([first]) => first));

/** The answers that the page on the screen shows. */
function shownAnswers(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey, state }) => !OF_THE_FRAME.has(queryKey[0]) && state.data !== undefined });
}

/**
 * Whether an answer that is shown could not be brought up to date. A list whose next page did not load says so at its
 * end, a page whose thing is gone says so itself, and a lost connection has words of its own.
 */
function isOutdated({ state }: Query): boolean {
  const { error, fetchMeta } = state;
  const isGone = isApiError(error) && error.status === 404;
  return state.status === 'error' && fetchMeta?.fetchMore === undefined && !isGone && !isApiError(error, 'network');
}

/** The shown answers that could not be brought up to date. */
export const outdatedAnswers = (client: QueryClient): Query[] => shownAnswers(client).filter(isOutdated);

/** When the oldest of the answers was given (ms); 0 if there is none. */
function oldest(answers: Query[]): number {
  return answers.length === 0 ? 0 : Math.min(...answers.map(({ state }) => state.dataUpdatedAt));
}

/** When the oldest answer that the page shows was given (ms); 0 if it shows none. */
export const oldestShown = (client: QueryClient): number => oldest(shownAnswers(client));

/** The same of the answers that could not be brought up to date. */
export const oldestOutdated = (client: QueryClient): number => oldest(outdatedAnswers(client));
