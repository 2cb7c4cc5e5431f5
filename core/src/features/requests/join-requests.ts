import type { Tx } from '../../platform/db/index.js';
import { sentence, type Said } from '../../platform/words/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { awaitingApproval, requestOfOthers, type WaitingFor } from '../lifecycle/request-store.js';
import { statusesThat } from '../lifecycle/statuses.js';
import { copySubscribers, subscribeTo } from '../lifecycle/subscribers.js';
import type { RequestActor, TransitionDetails } from '../lifecycle/transitions.js';
import { accountFacts } from '../users/account-rows.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

type Deps = Pick<RequestServiceDependencies, 'transitions' | 'now'>;
type Joined = Pick<RequestRow, 'id' | 'userId'>;

/** A request of somebody else in one of these is joined, instead of asking for the book twice. */
export const JOINABLE = statusesThat(({ pastApproval, life }) => pastApproval && (life === 'live' || life === 'filed'));

export const DECIDED_CODES = ['approved', 'joined', 'denied', 'found_in_library', 'unchanged'] as const;

/** What became of a request that was decided, alone or together with others for the same book. */
export interface Decided {
  readonly requestId: string;
  /** `unchanged`: somebody else moved it at the same moment. */
  readonly code: (typeof DECIDED_CODES)[number];
}

async function nameOf(tx: Tx, userId: string): Promise<Said> {
  return (await accountFacts(tx, userId))?.displayName ?? sentence('timeline.somebody');
}

/** Subscribes a person to somebody else's request, which says so in its timeline. */
export async function joinRequest(
  { transitions, now }: Deps,
  tx: Tx,
  requestId: string,
  userId: string,
  actor?: RequestActor,
): Promise<void> {
  await subscribeTo(tx, requestId, userId, now());
  await transitions.note(tx, requestId, 'joined', sentence('timeline.joined', { name: await nameOf(tx, userId) }), { actor });
}

/** Ends a request that waits for approval, since somebody else's for the book goes on: its owner, and who subscribed, join that one. */
async function endByJoining(
  deps: Deps,
  tx: Tx,
  waiting: Joined,
  other: Joined,
  by: Pick<TransitionDetails, 'actor' | 'audited'>,
): Promise<boolean> {
  const name = await nameOf(tx, other.userId);
  const reason = waitReason('joined_other', { by: name });
  const moved = await deps.transitions.apply(tx, waiting.id, 'joined_other', {
    ...by,
    reason,
    detail: { joinedRequestId: other.id },
  });
  if (!moved) return false;
  await copySubscribers(tx, waiting.id, other, deps.now());
  await joinRequest(deps, tx, other.id, waiting.userId);
  return true;
}

/** Lets all others who wait for approval of the same book join a request that goes on. @returns what became of each */
export async function joinWaiting(
  deps: Deps,
  tx: Tx,
  request: Joined,
  book: Pick<WaitingFor, 'type' | 'asins'>,
  by: Pick<TransitionDetails, 'actor' | 'audited'> = {},
): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const waiting of await awaitingApproval(tx, { ...book, exceptId: request.id })) {
    const isJoined = await endByJoining(deps, tx, waiting, request, by);
    decided.push({ requestId: waiting.id, code: isJoined ? 'joined' : 'unchanged' });
  }
  return decided;
}

/** Lets a request that waits for approval join somebody else's that goes on already. @returns that one, if it was joined */
export async function joinLive(
  deps: Deps,
  tx: Tx,
  request: Joined,
  { type, asins }: Pick<WaitingFor, 'type' | 'asins'>,
  by: Pick<TransitionDetails, 'actor' | 'audited'>,
): Promise<Joined | undefined> {
  const other = await requestOfOthers(tx, { userId: request.userId, type }, asins, JOINABLE);
  // whoever cancelled or decided it at the same moment was first
  return other && (await endByJoining(deps, tx, request, other, by)) ? other : undefined;
}
