import { readJson, type Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { bookFacts } from '../lifecycle/request-reader.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { timelineOf } from '../lifecycle/timeline.js';
import type { SettingsService } from '../settings/index.js';
import { activeCaller, type UserService } from '../users/index.js';
import type { DecisionLink, DecisionLinks } from './decision-links.js';
import type { DecisionAction } from './entities.js';
import { namesInRow, sentence, type Said } from '../../platform/words/index.js';

/** What became of a request that waited for approval. */
export const OUTCOMES = ['approved', 'denied', 'cancelled', 'joined', 'found_in_library'] as const;

/** Who ended the wait of a request, and how. */
export interface MadeDecision {
  readonly outcome: (typeof OUTCOMES)[number];
  /** The display name; absent if nobody did: the book turned up. */
  readonly by?: string;
  /** The reason of a denial. */
  readonly reason?: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What a link is about, and whether it can still be used. */
export interface LinkState {
  readonly state: 'open' | 'decided' | 'expired';
  readonly action: DecisionAction;
  /** The display name of the person whose link it is. */
  readonly decider: string;
  readonly request: {
    readonly id: string;
    readonly type: RequestRow['type'];
    readonly asin: string;
    readonly title: string;
    readonly author: Said;
    readonly narrators: readonly string[];
    /** The display name of who requested it. */
    readonly requester: string;
    readonly note?: string;
    readonly createdAt: string;
  };
  /** Of a request that is decided. */
  readonly decision?: MadeDecision;
}

interface MessageCaller extends Caller {
  readonly address: string;
  readonly through: 'message';
}

/** What the requests do; they are on a higher floor. */
export interface RequestDecisions {
  approve(caller: MessageCaller, requestId: string, decision: { readonly version: number }): Promise<unknown>;
  deny(caller: MessageCaller, requestId: string, reason: string, decision: { readonly version: number }): Promise<unknown>;
}

/** Uses the links of messages. */
export interface LinkDecisions {
  /** Changes nothing. @throws ApiError 401 `decision_link_invalid` for one that is unknown, or whose person may not decide any more */
  read(token: string): Promise<LinkState>;
  /**
   * Does what the link is for, in the name of its person. A link that is over changes nothing, and the answer says why.
   *
   * @param reason of a denial
   * @throws ApiError 401 `decision_link_invalid`, 400 `invalid_request` for a denial without a reason
   */
  decide(token: string, options: { readonly reason?: string; readonly address: string }): Promise<LinkState>;
}

export interface LinkDecisionsDeps {
  readonly database: Database;
  readonly decisionLinks: Pick<DecisionLinks, 'find'>;
  readonly requests: RequestDecisions;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: Pick<UserService, 'get'>;
  readonly now: () => Date;
}

/** By the event that ended the wait; each other one, such as choosing a release, approves. */
const OUTCOME_OF: Readonly<Record<string, MadeDecision['outcome']>> = {
  deny: 'denied',
  cancel: 'cancelled',
  joined_other: 'joined',
  found_in_library: 'found_in_library',
};

async function decisionOf(database: Database, request: RequestRow): Promise<MadeDecision | undefined> {
  const end = (await timelineOf(database.read, request.id)).find(
    ({ fromStatus, toStatus }) => fromStatus === 'awaiting_approval' && toStatus !== fromStatus,
  );
  if (!end) return undefined;
  const outcome = OUTCOME_OF[end.event] ?? 'approved';
  const by = end.displayName || end.username;
  const reason = request.status === 'denied' ? readJson(request.reason)?.values?.['reason'] : undefined;
  return { outcome, ...(by ? { by } : {}), ...(typeof reason === 'string' ? { reason } : {}), at: end.at };
}

export function createLinkDecisions({ database, decisionLinks, requests, settings, users, now }: LinkDecisionsDeps): LinkDecisions {
  const invalid = () => new ApiError('decision_link_invalid', sentence('problem.decision_link_invalid'));

  /** The link, its person and its request. A session that ended takes the links along, since whoever ended it may have lost more. */
  async function open(token: string): Promise<{ link: DecisionLink; caller: Caller; request: RequestRow }> {
    const link = await decisionLinks.find(token);
    if (!link) throw invalid();
    const caller = await activeCaller({ users, settings }, link.userId);
    const endedAt = (await users.get(link.userId))?.sessionsInvalidatedAt ?? '';
    if (caller?.role !== 'admin' || endedAt > link.createdAt) throw invalid();
    const request = await findRequest(database.read, link.requestId);
    if (!request) throw invalid();
    return { link, caller, request };
  }

  async function describe({ link, caller, request }: Awaited<ReturnType<typeof open>>): Promise<LinkState> {
    const { title, authors, narrators, displayName, username } = await bookFacts(database.read, request);
    const isDecided = request.status !== 'awaiting_approval' || request.version !== link.requestVersion;
    const decision = isDecided ? await decisionOf(database, request) : undefined;
    return {
      state: isDecided ? 'decided' : link.expiresAt <= now().toISOString() ? 'expired' : 'open',
      action: link.action,
      decider: caller.displayName,
      request: {
        id: request.id,
        type: request.type,
        asin: request.asin,
        title,
        author: namesInRow(authors) || request.author,
        narrators,
        requester: displayName || username,
        ...(request.note ? { note: request.note } : {}),
        createdAt: request.createdAt,
      },
      ...(decision ? { decision } : {}),
    };
  }

  return {
    read: async (token) => describe(await open(token)),

    async decide(token, { reason = '', address }) {
      const opened = await open(token);
      const before = await describe(opened);
      if (before.state !== 'open') return before;
      const { link, caller, request } = opened;
      const by: MessageCaller = { ...caller, address, through: 'message' };
      const as = { version: link.requestVersion };
      if (link.action === 'deny' && reason.trim() === '') throw new ApiError('invalid_request', sentence('problem.denial_needs_reason'));
      try {
        if (link.action === 'approve') await requests.approve(by, request.id, as);
        else await requests.deny(by, request.id, reason.trim(), as);
      } catch (error) {
        // somebody decided at the same moment, which the answer says
        if (!(error instanceof ApiError && error.code === 'request_state')) throw error;
      }
      return describe(await open(token));
    },
  };
}
