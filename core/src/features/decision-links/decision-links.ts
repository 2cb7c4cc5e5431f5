import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Database, RowOf, Tx } from '../../platform/db/index.js';
import { hashToken } from '../../platform/security/token-hash.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { activeAccount } from '../users/account-rows.js';
import { DecisionLinkEntity, type DecisionAction } from './entities.js';

/** How long a link can be used, in days. */
const DECISION_LINK_DAYS = 7;

/** How long a link that is over can still say so, in days. */
const KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** Paths of the web UI, each with a secret that is shown this once. */
export interface DecisionPaths {
  readonly approve: string;
  readonly deny: string;
}

export type DecisionLink = Pick<
  RowOf<typeof DecisionLinkEntity>,
  'userId' | 'requestId' | 'requestVersion' | 'action' | 'createdAt' | 'expiresAt'
>;

/** Links of messages with which a person decides about one request without signing in. */
export interface DecisionLinks {
  /**
   * Makes the two links of a person, in the transaction of the event that they are told of.
   *
   * @returns paths such as `/decide#token=…`; `undefined` for whoever may not decide, and for a request that waits for no decision
   */
  forRequest(tx: Tx, userId: string, request: Pick<RequestRow, 'id' | 'status' | 'version'>): Promise<DecisionPaths | undefined>;
  /** @returns the link of a token, whether or not it can still be used; `undefined` for one that was never made */
  find(token: string): Promise<DecisionLink | undefined>;
  /** @returns how many old ones were deleted */
  prune(): Promise<number>;
}

export function createDecisionLinks({ database, now }: { readonly database: Database; readonly now: () => Date }): DecisionLinks {
  async function make(tx: Tx, userId: string, request: Pick<RequestRow, 'id' | 'version'>, action: DecisionAction): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await tx.insert(DecisionLinkEntity, {
      id: uuid(),
      userId,
      requestId: request.id,
      requestVersion: request.version,
      action,
      tokenHash: hashToken(token),
      createdAt: now().toISOString(),
      expiresAt: new Date(now().getTime() + DECISION_LINK_DAYS * DAY_MS).toISOString(),
    });
    // what comes after # reaches no server, no log of one and no referrer
    return `/decide#token=${token}`;
  }

  return {
    async forRequest(tx, userId, request) {
      if (request.status !== 'awaiting_approval') return undefined;
      if ((await activeAccount(tx, userId))?.role !== 'admin') return undefined;
      return { approve: await make(tx, userId, request, 'approve'), deny: await make(tx, userId, request, 'deny') };
    },

    find: (token) =>
      database.read.get<DecisionLink>(
        'SELECT user_id, request_id, request_version, action, created_at, expires_at FROM decision_links WHERE token_hash = ?',
        [hashToken(token)],
      ),

    prune: () =>
      database.transaction((tx) =>
        tx.run('DELETE FROM decision_links WHERE expires_at < ?', [new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString()]),
      ),
  };
}
