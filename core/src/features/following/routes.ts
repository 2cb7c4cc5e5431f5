import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { sentence, type Say } from '../../platform/words/index.js';
import type { FollowService, Followed, FollowWish } from './follow-service.js';
import type { StartRule } from './follow-record.js';
import {
  authorBodies,
  catalogIdSchema,
  followedAuthorSchema,
  followedSeriesSchema,
  presentFollowed,
  presentPreview,
  previewSchema,
  seriesBodies,
} from './follow-schemas.js';

const SERIES = '/api/user/watched-series';
const AUTHORS = '/api/user/watched-authors';

const params = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const common = { tag: 'following', access: { rule: 'user' }, scopes: ['requests:write'] } as const;
const reads = { ...common, scopes: ['read'] } as const;
const ownSeries = { rule: 'user', owns: { param: 'id', resource: 'followed series', ownerOnly: true } } as const;
const ownAuthor = { rule: 'user', owns: { param: 'id', resource: 'followed author', ownerOnly: true } } as const;

const ABOUT_PREVIEW =
  'Nothing is saved and nothing is requested. Pass the ASINs of `items` as `shown` when you follow: the first check requests no other book.';
const ABOUT_FOLLOWING =
  'It is checked at once and then daily. By default, books that come out from now on are requested for you. Answers 200 with the entry, unchanged, if you follow it already.';
const ABOUT_CHANGES =
  'The rule begins anew: *from now on* counts from this moment, and the next check requests none but the books in `shown`.';

interface Deps {
  readonly following: FollowService;
}

interface RuleBody {
  readonly startRule?: StartRule['start'];
  readonly startPart?: string;
}

/** @throws ApiError 400 `invalid_request` where rule and part do not fit */
function ruleOf({ startRule, startPart }: RuleBody): StartRule | undefined {
  if (startRule === 'from_part' && startPart !== undefined) return { start: startRule, part: startPart };
  if (startRule === 'from_part' || startPart !== undefined) {
    throw new ApiError('invalid_request', sentence('problem.start_part'), {
      errors: [{ path: '/startPart', message: sentence('field.only_from_part') }],
    });
  }
  return startRule && { start: startRule };
}

function wishOf(body: RuleBody & Partial<Pick<FollowWish, 'mode' | 'shown'>>): FollowWish {
  return { mode: body.mode ?? 'ask', rule: ruleOf(body) ?? { start: 'from_now' }, shown: body.shown ?? [] };
}

function changesOf(body: RuleBody & Partial<Pick<FollowWish, 'mode' | 'shown'>>): Partial<FollowWish> {
  const rule = ruleOf(body);
  return { ...(body.mode === undefined ? {} : { mode: body.mode }), ...(rule ? { rule } : {}), shown: body.shown ?? [] };
}

function presentSeries(followed: Followed, say: Say): Static<typeof followedSeriesSchema> {
  const { catalogId, rule } = followed.record;
  return { ...presentFollowed(followed, say), seriesId: catalogId, startRule: rule.start, startPart: rule.part ?? null };
}

function presentAuthor(followed: Followed, say: Say): Static<typeof followedAuthorSchema> {
  const { catalogId, rule } = followed.record;
  return { ...presentFollowed(followed, say), authorId: catalogId, startRule: rule.start === 'everything' ? 'everything' : 'from_now' };
}

function seriesRoutes({ following }: Deps): Route[] {
  const one = Type.Object({ item: followedSeriesSchema });
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: SERIES,
      compress: true,
      summary: 'Series you follow, by name',
      query: Type.Object({ ...pageQuery, seriesId: Type.Optional(catalogIdSchema) }),
      responses: { 200: pageOf(followedSeriesSchema) },
      async handler({ query: { page, limit, seriesId }, caller, say }) {
        const { items, total } = await following.page('series', caller.userId, { page, limit, catalogId: seriesId });
        return json({ items: items.map((item) => presentSeries(item, say)), page, limit, total });
      },
    }),
    defineRoute({
      ...reads,
      method: 'POST',
      path: `${SERIES}/preview`,
      callerRateLimit: 'follow-preview',
      summary: 'What following a series would request',
      description: ABOUT_PREVIEW,
      body: seriesBodies.preview,
      errors: ['unknown_series', 'catalogue_unavailable'],
      responses: { 200: previewSchema },
      async handler({ body, caller, signal }) {
        const rule = ruleOf(body) ?? { start: 'from_now' };
        return json(presentPreview(await following.preview('series', caller, body.seriesId, rule, signal)));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: SERIES,
      summary: 'Follow a series',
      description: ABOUT_FOLLOWING,
      body: seriesBodies.add,
      errors: ['unknown_series', 'too_many_followed', 'catalogue_unavailable'],
      responses: { 200: one, 201: one },
      async handler({ body, caller, say }) {
        const { followed, isNew } = await following.add('series', caller.userId, body.seriesId, wishOf(body));
        return json({ item: presentSeries(followed, say) }, isNew ? 201 : 200);
      },
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: `${SERIES}/{id}`,
      access: ownSeries,
      summary: 'Change how you follow a series',
      description: ABOUT_CHANGES,
      params,
      body: seriesBodies.change,
      responses: { 200: one },
      async handler({ params: { id }, body, caller, say }) {
        return json({ item: presentSeries(await following.update('series', caller.userId, id, changesOf(body)), say) });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${SERIES}/{id}`,
      access: ownSeries,
      summary: 'Stop following a series; requests made of it stay',
      params,
      responses: { 204: null },
      async handler({ params: { id }, caller }) {
        await following.remove('series', caller.userId, id);
        return noContent();
      },
    }),
  ];
}

function authorRoutes({ following }: Deps): Route[] {
  const one = Type.Object({ item: followedAuthorSchema });
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: AUTHORS,
      compress: true,
      summary: 'Authors you follow, by name',
      query: Type.Object({ ...pageQuery, authorId: Type.Optional(catalogIdSchema) }),
      responses: { 200: pageOf(followedAuthorSchema) },
      async handler({ query: { page, limit, authorId }, caller, say }) {
        const { items, total } = await following.page('author', caller.userId, { page, limit, catalogId: authorId });
        return json({ items: items.map((item) => presentAuthor(item, say)), page, limit, total });
      },
    }),
    defineRoute({
      ...reads,
      method: 'POST',
      path: `${AUTHORS}/preview`,
      callerRateLimit: 'follow-preview',
      summary: 'What following an author would request',
      description: ABOUT_PREVIEW,
      body: authorBodies.preview,
      errors: ['unknown_author', 'catalogue_unavailable'],
      responses: { 200: previewSchema },
      async handler({ body, caller, signal }) {
        const rule = ruleOf(body) ?? { start: 'from_now' };
        return json(presentPreview(await following.preview('author', caller, body.authorId, rule, signal)));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: AUTHORS,
      summary: 'Follow an author',
      description: ABOUT_FOLLOWING,
      body: authorBodies.add,
      errors: ['unknown_author', 'too_many_followed', 'catalogue_unavailable'],
      responses: { 200: one, 201: one },
      async handler({ body, caller, say }) {
        const { followed, isNew } = await following.add('author', caller.userId, body.authorId, wishOf(body));
        return json({ item: presentAuthor(followed, say) }, isNew ? 201 : 200);
      },
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: `${AUTHORS}/{id}`,
      access: ownAuthor,
      summary: 'Change how you follow an author',
      description: ABOUT_CHANGES,
      params,
      body: authorBodies.change,
      responses: { 200: one },
      async handler({ params: { id }, body, caller, say }) {
        return json({ item: presentAuthor(await following.update('author', caller.userId, id, changesOf(body)), say) });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${AUTHORS}/{id}`,
      access: ownAuthor,
      summary: 'Stop following an author; requests made of it stay',
      params,
      responses: { 204: null },
      async handler({ params: { id }, caller }) {
        await following.remove('author', caller.userId, id);
        return noContent();
      },
    }),
  ];
}

/** The series and authors that a person follows. */
export function followRoutes(deps: Deps): Route[] {
  return [...seriesRoutes(deps), ...authorRoutes(deps)];
}
