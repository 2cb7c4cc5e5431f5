import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Answer, FollowMode, FollowStart, FollowedAuthor, FollowedSeries } from '../types.js';

export type FollowKind = 'series' | 'author';

/** A series or an author that the caller follows. */
export interface Followed extends Omit<FollowedSeries, 'seriesId'> {
  readonly kind: FollowKind;
  /** The id of the series or author in the catalogue. */
  readonly catalogId: string;
}

/** From where on books count. */
export interface FollowRule {
  readonly startRule: FollowStart;
  /** Only with `from_part`. */
  readonly startPart?: string;
}

interface FollowWish extends FollowRule {
  readonly mode: FollowMode;
  /** ASINs of the previewed books; the first check requests no others. */
  readonly shown: string[];
}

interface Target {
  readonly kind: FollowKind;
  readonly catalogId: string;
}

const PAGE_SIZE = 10;

const fromSeries = ({ seriesId, ...rest }: FollowedSeries): Followed => ({ ...rest, kind: 'series', catalogId: seriesId });
const fromAuthor = ({ authorId, ...rest }: FollowedAuthor): Followed => ({
  ...rest,
  kind: 'author',
  catalogId: authorId,
  startPart: null,
});

/** An author's books have no parts to begin with. */
function ruleOfAuthor<T extends FollowRule>({ startPart: _, startRule, ...rest }: T) {
  return { ...rest, startRule: startRule === 'everything' ? ('everything' as const) : ('from_now' as const) };
}

/** How the caller follows a series or an author; null if they do not. */
export const followedQuery = ({ kind, catalogId }: Target) =>
  queryOptions({
    queryKey: queryKeys.followed(kind, catalogId),
    queryFn: async ({ signal }): Promise<Followed | null> => {
      if (kind === 'series') {
        const { items } = await answer(
          api.GET('/api/user/watched-series', { params: { query: { page: 1, limit: 1, seriesId: catalogId } }, signal }),
        );
        return items[0] ? fromSeries(items[0]) : null;
      }
      const { items } = await answer(
        api.GET('/api/user/watched-authors', { params: { query: { page: 1, limit: 1, authorId: catalogId } }, signal }),
      );
      return items[0] ? fromAuthor(items[0]) : null;
    },
  });

/** A page of the series or authors that the caller follows, by name. */
export const followedListQuery = (kind: FollowKind, page: number) =>
  queryOptions({
    queryKey: queryKeys.followedList(kind, page),
    queryFn: async ({ signal }) => {
      const params = { query: { page, limit: PAGE_SIZE } };
      if (kind === 'series') {
        const found = await answer(api.GET('/api/user/watched-series', { params, signal }));
        return { ...found, items: found.items.map(fromSeries) };
      }
      const found = await answer(api.GET('/api/user/watched-authors', { params, signal }));
      return { ...found, items: found.items.map(fromAuthor) };
    },
    placeholderData: keepPreviousData,
  });

/** The books that following would request at once. */
export const followPreviewQuery = ({ kind, catalogId }: Target, rule: FollowRule) =>
  queryOptions({
    queryKey: queryKeys.followPreview(kind, catalogId, rule.startRule, rule.startPart ?? ''),
    queryFn: ({ signal }) =>
      kind === 'series'
        ? answer(api.POST('/api/user/watched-series/preview', { body: { seriesId: catalogId, ...rule }, signal }))
        : answer(api.POST('/api/user/watched-authors/preview', { body: { authorId: catalogId, ...ruleOfAuthor(rule) }, signal })),
    staleTime: 60_000,
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.following });
}

/** Follows, or changes how one follows. */
export function useFollow() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ kind, catalogId, id, ...wish }: Target & FollowWish & { readonly id?: string }) => {
      if (kind === 'series') {
        await (id === undefined
          ? answer(api.POST('/api/user/watched-series', { body: { seriesId: catalogId, ...wish } }))
          : answer(api.PATCH('/api/user/watched-series/{id}', { params: { path: { id } }, body: wish })));
      } else {
        const body = ruleOfAuthor(wish);
        await (id === undefined
          ? answer(api.POST('/api/user/watched-authors', { body: { authorId: catalogId, ...body } }))
          : answer(api.PATCH('/api/user/watched-authors/{id}', { params: { path: { id } }, body })));
      }
    },
    onSuccess: refresh,
  });
}

export function useUnfollow() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ kind, id }: Pick<Followed, 'kind' | 'id'>) => {
      const params = { path: { id } };
      await (kind === 'series'
        ? answer(api.DELETE('/api/user/watched-series/{id}', { params }))
        : answer(api.DELETE('/api/user/watched-authors/{id}', { params })));
    },
    onSuccess: refresh,
  });
}

/** The server takes as many in one call. */
const MOST_AT_ONCE = 50;

type BatchItem = Answer<'post_api_requests_batch'>['items'][number];

interface Many {
  readonly asins: readonly string[];
  /** Called after each call with the outcomes of its books. */
  readonly onAnswered: (items: readonly BatchItem[]) => void;
}

/** Requests books, as many with each call as the server takes, one call after the other; each book answers for itself. */
export function useRequestMany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ asins, onAnswered }: Many) => {
      for (let at = 0; at < asins.length; at += MOST_AT_ONCE) {
        const { items } = await answer(api.POST('/api/requests/batch', { body: { asins: asins.slice(at, at + MOST_AT_ONCE) } }));
        onAnswered(items);
      }
    },
    // also after a failure, since earlier calls may have succeeded
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.books }),
        client.invalidateQueries({ queryKey: queryKeys.requestLists }),
        client.invalidateQueries({ queryKey: queryKeys.quota }),
        client.invalidateQueries({ queryKey: queryKeys.following }),
      ]),
  });
}
