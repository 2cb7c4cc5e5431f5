import type { Caller } from '../../platform/http/route.js';
import { nextState } from '../lifecycle/machine.js';
import { factsOf, isLive, type RequestStatus, type RequestType } from '../lifecycle/statuses.js';

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

/** The actions a caller has on a request; the routes enforce the same table. */
export function actionsFor(
  request: { readonly status: RequestStatus; readonly type: RequestType; readonly userId: string; readonly downloadAttempts: number },
  caller: Pick<Caller, 'userId' | 'role' | 'permissions'>,
): RequestAction[] {
  const { status } = request;
  const isAdmin = caller.role === 'admin';
  const isOwner = request.userId === caller.userId;
  const actions: RequestAction[] = [];
  const { searchable, pastApproval, resumes } = factsOf(status);
  if ((isOwner || isAdmin) && nextState(status, 'cancel') && isLive(status, request.type)) actions.push('cancel');
  if ((isAdmin || (isOwner && resumes.retry === 'owner')) && nextState(status, 'retry')) actions.push('retry');
  if ((isAdmin || (isOwner && caller.permissions.interactiveSearch)) && searchable) {
    actions.push('search');
    // choosing a release approves the request, which its owner may not do
    if (isAdmin || pastApproval) actions.push('select');
  }
  if ((isOwner || isAdmin) && request.type === 'audiobook' && pastApproval) actions.push('fetch_ebook');
  if (isAdmin) {
    if (nextState(status, 'approve')) actions.push('approve', 'deny');
    if (nextState(status, 'retry_download') && request.downloadAttempts > 0) actions.push('retry_download');
    if (status === 'warn') actions.push('accept_import', 'reject_release');
  }
  return actions;
}
