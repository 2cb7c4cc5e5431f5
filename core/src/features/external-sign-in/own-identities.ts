import type { ExternalAccount } from '@lectern/plugin-api';
import type { Database, RowOf } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { RefreshSessions } from '../auth/index.js';
import type { LiveConnections } from '../events/index.js';
import type { UserIdentityEntity } from './entities.js';
import { providerKey } from './identity-service.js';
import { signInProviders, type ProviderListDeps } from './provider-list.js';
import { takeTurn } from '../settings/take-turn.js';
import { hasPassword } from '../users/account-rows.js';
import { liveHolderOf, putIdentity } from './identity-rows.js';
import { sentence } from '../../platform/words/index.js';

export interface OwnIdentityDeps extends ProviderListDeps {
  readonly database: Database;
  readonly audit: AuditService;
  readonly sessions: Pick<RefreshSessions, 'endOthers'>;
  /** Live streams, which end with their session. */
  readonly connections?: Pick<LiveConnections, 'endUser'>;
  readonly now: () => Date;
}

/** An external account that signs in here. */
export interface OwnIdentity {
  readonly id: string;
  readonly provider: {
    readonly id: string;
    /** `null` if the service is no longer connected. */
    readonly name: string | null;
    /** Whether it currently works for signing in. */
    readonly offered: boolean;
  };
  readonly accountName: string | null;
  readonly linkedAt: string;
}

/** The external accounts that people have linked to their own. */
export interface OwnIdentities {
  list(userId: string): Promise<OwnIdentity[]>;
  /**
   * Links the account to the caller. An account that is linked to somebody else stays theirs. Sessions continue,
   * because their rights do not change.
   *
   * @throws ApiError 409 `identity_taken`, 502 `bad_account`
   */
  link(caller: Caller, providerId: string, account: ExternalAccount, actor: Actor): Promise<void>;
  /**
   * Ends the caller's other sessions, because that account may have opened them.
   *
   * @throws ApiError 404, 409 `last_sign_in` for the only way of signing in
   */
  unlink(caller: Caller, id: string, actor: Actor): Promise<void>;
}

type IdentityRow = RowOf<typeof UserIdentityEntity>;

const PREFIX = providerKey('');

export function createOwnIdentities(deps: OwnIdentityDeps): OwnIdentities {
  const { database, audit, sessions, connections, now } = deps;

  const offeredNow = async () => new Set((await signInProviders(deps)).map(({ id }) => providerKey(id)));

  function entry(actor: Actor, action: string, userId: string, detail: { provider: string; accountName: string | null }) {
    return { ...byActor(actor), action, targetType: 'user', targetId: userId, detail };
  }

  return {
    async list(userId) {
      const rows = await database.read.all<IdentityRow & { integrationName: string | null }>(
        `SELECT i.*, n.name AS integration_name FROM user_identities i LEFT JOIN integrations n ON i.provider = ? || n.id
          WHERE i.user_id = ? ORDER BY i.created_at, i.id`,
        [PREFIX, userId],
      );
      const offered = await offeredNow();
      return rows.map(({ id, provider, accountName, createdAt, integrationName }) => ({
        id,
        provider: { id: provider.slice(PREFIX.length), name: integrationName, offered: offered.has(provider) },
        accountName,
        linkedAt: createdAt,
      }));
    },

    async link({ userId }, providerId, account, actor) {
      if (account.subject === '' || account.subject.length > 300) throw new ApiError('bad_account', sentence('problem.who_you_are'));
      const provider = providerKey(providerId);
      const accountName = account.username.slice(0, 200);
      const isTaken = await database.transaction(async (tx) => {
        // takes turns with others who link, or who sign in for the first time
        await takeTurn(tx, 'identities', now());
        const holder = await liveHolderOf(tx, provider, account.subject);
        if (holder === userId) return false;
        if (holder !== undefined) {
          await audit.record(tx, entry(actor, 'identity.refused', userId, { provider, accountName }));
          return true;
        }
        await putIdentity(tx, { userId, provider, subject: account.subject, accountName }, now());
        await audit.record(tx, entry(actor, 'identity.linked', userId, { provider, accountName }));
        return false;
      });
      if (isTaken) throw new ApiError('identity_taken', sentence('problem.identity_taken'));
    },

    async unlink({ userId, sessionId }, id, actor) {
      const offered = await offeredNow();
      await database.transaction(async (tx) => {
        // two at once must not each assume that the other one stays
        await takeTurn(tx, 'identities', now());
        const rows = await tx.all<IdentityRow>('SELECT * FROM user_identities WHERE user_id = ?', [userId]);
        const gone = rows.find((row) => row.id === id);
        if (!gone) throw new ApiError('not_found', sentence('problem.no_linked_account'));
        const withPassword = await hasPassword(tx, userId);
        // a service that currently lets nobody in does not count
        if (!withPassword && !rows.some((row) => row.id !== id && offered.has(row.provider)))
          throw new ApiError('last_sign_in', sentence('problem.last_sign_in'));
        await tx.run('DELETE FROM user_identities WHERE id = ?', [id]);
        await sessions.endOthers(tx, userId, sessionId);
        const { provider, accountName } = gone;
        await audit.record(tx, entry(actor, 'identity.unlinked', userId, { provider, accountName }));
      });
      // the caller's own stream reconnects
      connections?.endUser(userId);
    },
  };
}
