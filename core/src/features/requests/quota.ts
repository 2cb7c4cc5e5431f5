import Type, { type Static } from 'typebox';
import type { Database, Sql, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Caller, type Route } from '../../platform/http/route.js';
import type { SettingsService } from '../settings/index.js';
import { effectiveQuota } from '../users/index.js';
import { accountFacts, lockAccount } from '../users/account-rows.js';
import { askedSince, timeOfAsking } from '../lifecycle/request-store.js';
import { sentence } from '../../platform/words/index.js';

/** The use of a quota. */
export const quotaStateSchema = Type.Object(
  {
    limit: Type.Union([Type.Integer(), Type.Null()], { description: 'Requests in the window; null means any number.' }),
    days: Type.Integer({ description: 'The length of the window, which always ends now.' }),
    used: Type.Integer(),
    left: Type.Union([Type.Integer(), Type.Null()], { description: 'Null means any number.' }),
    nextAt: Type.Union([Type.String(), Type.Null()], {
      description: 'When the next one becomes free, if none is left; null also if none ever will.',
    }),
  },
  { $id: 'Quota' },
);

export type QuotaState = Static<typeof quotaStateSchema>;

export interface QuotaDeps {
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
}

const DAY_MS = 86_400_000;
/** Reads how much a user may still request. Within a transaction, pass its `sql`, which also sees the writes of that. */
export async function readQuota(
  { settings, now }: QuotaDeps,
  sql: Sql,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): Promise<QuotaState> {
  const user = await accountFacts(sql, userId);
  const { limit, days } = effectiveQuota({ quotaLimit: null, quotaDays: null, ...user, role }, await settings.get());
  const since = new Date(now().getTime() - days * DAY_MS).toISOString();
  const used = await askedSince(sql, userId, since);
  if (limit === null) return { limit, days, used, left: null, nextAt: null };
  const left = Math.max(0, limit - used);
  if (left > 0 || limit === 0) return { limit, days, used, left, nextAt: null };
  // one is free again once all but `limit - 1` of them have left the window
  const leaves = await timeOfAsking(sql, userId, since, limit - 1);
  const nextAt = leaves === undefined ? null : new Date(Date.parse(leaves) + days * DAY_MS).toISOString();
  return { limit, days, used, left, nextAt };
}

function exceeded({ limit, days, used, nextAt }: QuotaState): ApiError {
  const message =
    limit === 0
      ? sentence('problem.may_not_request')
      : sentence('problem.quota_exceeded', { limit: limit ?? 0, days, at: { at: nextAt ?? '' } });
  return new ApiError('quota_exceeded', message, { members: { quota: { limit, days, used, left: 0, nextAt } } });
}

/** @throws ApiError 409 `quota_exceeded` with the member `quota` when nothing is left */
export async function refuseOverQuota(deps: QuotaDeps, sql: Sql, caller: Caller): Promise<void> {
  const quota = await readQuota(deps, sql, caller);
  if (quota.left === 0) throw exceeded(quota);
}

/** Makes a user's requests take turns; on PostgreSQL two at once would not count each other. */
export async function lockQuota(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId);
}

/** One's own quota. */
export function quotaRoutes({ database, ...deps }: QuotaDeps & { readonly database: Pick<Database, 'read'> }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/user/quota',
      summary: 'How many books you may still request',
      tag: 'requests',
      access: { rule: 'user' },
      scopes: ['read'],
      responses: { 200: quotaStateSchema },
      handler: async ({ caller }) => json(await readQuota(deps, database.read, caller)),
    }),
  ];
}
