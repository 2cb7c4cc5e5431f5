import type { Caller } from '../../platform/http/route.js';
import { nextState } from '../lifecycle/machine.js';
import type { RequestStatus, RequestType } from '../lifecycle/statuses.js';

/** What a person may do to a request now. */
export const REQUEST_ACTIONS = [
  'cancel',
  'retry',
  'search',
  'select',
  'fetch_ebook',
  'approve',
  'deny',
  'retry_download',
  'accept_import',
  'reject_release',
] as const;

export type RequestAction = (typeof REQUEST_ACTIONS)[number];

const SEARCHABLE: readonly RequestStatus[] = [
  'awaiting_approval',
  'pending',
  'searching',
  'awaiting_search',
  'downloading',
  'awaiting_import',
  'warn',
  'failed',
];

/** The actions a caller has on a request; the routes enforce the same table. */
export function actionsFor(
  request: { readonly status: RequestStatus; readonly type: RequestType; readonly userId: string; readonly downloadAttempts: number },
  caller: Pick<Caller, 'userId' | 'role' | 'permissions'>,
): RequestAction[] {
  const { status } = request;
  const isAdmin = caller.role === 'admin';
  const isOwner = request.userId === caller.userId;
  const actions: RequestAction[] = [];
  const endsHere = request.type === 'ebook' && status === 'downloaded';
  if ((isOwner || isAdmin) && nextState(status, 'cancel') && !endsHere) actions.push('cancel');
  if ((isAdmin || (isOwner && status !== 'denied' && status !== 'warn')) && nextState(status, 'retry')) actions.push('retry');
  if ((isAdmin || (isOwner && caller.permissions.interactiveSearch)) && SEARCHABLE.includes(status)) {
    actions.push('search');
    // choosing a release approves the request, which its owner may not do
    if (isAdmin || status !== 'awaiting_approval') actions.push('select');
  }
  const isWanted = request.type === 'audiobook' && !['awaiting_approval', 'denied', 'cancelled'].includes(status);
  if ((isOwner || isAdmin) && isWanted) actions.push('fetch_ebook');
  if (isAdmin) {
    if (nextState(status, 'approve')) actions.push('approve', 'deny');
    if (nextState(status, 'retry_download') && request.downloadAttempts > 0) actions.push('retry_download');
    if (status === 'warn') actions.push('accept_import', 'reject_release');
  }
  return actions;
}
