import Type, { type Static } from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { sentence, type Say } from '../../platform/words/index.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import { blocklistPage, findBlocked, liftBlock, type BlockedRelease } from './blocklist-store.js';

export interface BlocklistDeps {
  readonly database: Database;
  readonly audit: Pick<AuditService, 'record'>;
  readonly now: () => Date;
}

const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const common = { tag: 'requests', access: { rule: 'admin' } } as const;

const blockedSchema = Type.Object(
  {
    id: Type.String(),
    asin: Type.Union([Type.String(), Type.Null({ description: 'Blocked for every book.' })]),
    book: Type.Union([Type.String(), Type.Null()], { description: 'The title of the book, where it is known.' }),
    title: Type.String({ description: 'Of the release.' }),
    indexer: Type.String(),
    reason: Type.String(),
    blockedBy: Type.Union([Type.String(), Type.Null({ description: 'The server blocked it.' })]),
    createdAt: Type.String(),
    liftedAt: Type.Union([Type.String(), Type.Null()], { description: 'When somebody allowed it again.' }),
  },
  { $id: 'BlockedRelease', description: 'A release that is not taken again for a book.' },
);
const one = Type.Object({ blocked: blockedSchema });

function present({ releaseKey: _, reason, ...shown }: BlockedRelease, say: Say): Static<typeof blockedSchema> {
  return { ...shown, reason: say(reason) };
}

function liftRoute({ database, audit, now }: BlocklistDeps, verb: 'block' | 'unblock', summary: string): Route {
  return defineRoute({
    ...common,
    method: 'POST',
    path: `/api/admin/blocklist/{id}/${verb}`,
    summary,
    scopes: ['admin:write'],
    params: idParams,
    responses: { 200: one },
    async handler({ params, caller, say, address }) {
      const found = await findBlocked(database.read, params.id);
      if (!found) throw new ApiError('not_found', sentence('problem.no_blocked_release'));
      const liftedAt = verb === 'unblock' ? now().toISOString() : null;
      await database.transaction(async (tx) => {
        if (!(await liftBlock(tx, found, liftedAt))) return;
        const { asin, title, book } = found;
        const target = { targetType: 'blocklist', targetId: found.id, detail: { asin, title, book } };
        await audit.record(tx, { ...byActor(actorOf({ caller, address })), action: `blocklist.${verb}ed`, ...target });
      });
      return json({ blocked: present({ ...found, liftedAt: (await findBlocked(database.read, found.id))?.liftedAt ?? null }, say) });
    },
  });
}

/** Releases that are not taken again, for admins. */
export function blocklistRoutes(deps: BlocklistDeps): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/blocklist',
      compress: true,
      summary: 'Blocked releases, newest first',
      scopes: ['admin:read'],
      query: Type.Object({
        ...pageQuery,
        search: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the release, the indexer, the reason or the book.' })),
        lifted: Type.Optional(Type.Boolean({ description: 'Those that were allowed again, in place of those that are blocked.' })),
      }),
      responses: { 200: pageOf(blockedSchema) },
      async handler({ query: { page, limit, search, lifted = false }, say }) {
        const { items, total } = await blocklistPage(deps.database.read, { page, limit, search, lifted });
        return json({ items: items.map((item) => present(item, say)), page, limit, total });
      },
    }),
    liftRoute(deps, 'unblock', 'Allow a blocked release for its book again'),
    liftRoute(deps, 'block', 'Block a release again that was allowed'),
  ];
}
