import { ApiError } from '../../platform/http/problem.js';
import type { RateBucket } from '../../platform/http/rate-limiter.js';
import type { Caller, Permission } from '../../platform/http/route.js';
import { nextState, type RequestEvent } from '../lifecycle/machine.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { factsOf, isLive, type RequestStatus, type StatusFacts } from '../lifecycle/statuses.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

type ActedOn = Pick<RequestRow, 'status' | 'type' | 'userId' | 'downloadAttempts'>;

interface ActionFacts {
  /** Admins may take every action. The owner may take it too, or may with this permission. */
  readonly who: 'admin' | 'owner' | Extract<Permission, 'interactiveSearch'>;
  /** Whether the request is in a state for it. */
  readonly isPossible: (request: ActedOn) => boolean;
  /** Limits where the owner may take it; default: everywhere. */
  readonly ownerMay?: (facts: StatusFacts) => boolean;
  /** Whether a request names it in `actions`, if that is not everywhere: the route may know better why it is refused. */
  readonly isOffered?: (request: ActedOn) => boolean;
  /** It is for getting the book, so it ends where the book is in a library already. */
  readonly looksFirst?: true;
  /** The events it may cause, each with the word that the audit log has for it. */
  readonly moves: Partial<Readonly<Record<RequestEvent, string>>>;
  /** A limit for each member who takes it, because others pay for it. */
  readonly limit?: RateBucket;
  /** The word of the audit log where no event is caused. */
  readonly audited?: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${'admin/' | ''}requests/{id}${'' | `/${string}`}`;
  readonly summary: string;
}

/** An action that the state of a request may refuse. */
interface NamedActionFacts extends ActionFacts {
  /** The message where the action is not possible or not allowed. */
  readonly refusal: (status: RequestStatus) => Sentence;
}

const movesBy =
  (event: RequestEvent) =>
  ({ status, type }: ActedOn): boolean =>
    nextState(status, event, type) !== undefined;

const STATUS_WORDS: Readonly<Record<RequestStatus, Sentence>> = {
  awaiting_approval: sentence('problem.status_awaiting_approval'),
  denied: sentence('problem.status_denied'),
  pending: sentence('problem.status_pending'),
  awaiting_release: sentence('problem.status_awaiting_release'),
  searching: sentence('problem.status_searching'),
  awaiting_search: sentence('problem.status_awaiting_search'),
  downloading: sentence('problem.status_downloading'),
  processing: sentence('problem.status_processing'),
  awaiting_import: sentence('problem.status_awaiting_import'),
  warn: sentence('problem.status_warn'),
  downloaded: sentence('problem.status_downloaded'),
  available: sentence('problem.status_available'),
  failed: sentence('problem.status_failed'),
  cancelled: sentence('problem.status_cancelled'),
};

/** The actions that a request names in `actions`, in that order. */
const NAMED = {
  cancel: {
    who: 'owner',
    isPossible: (request) => movesBy('cancel')(request) && isLive(request.status, request.type),
    moves: { cancel: 'cancelled' },
    method: 'POST',
    path: '/api/requests/{id}/cancel',
    summary: 'Cancel a request and its download',
    refusal: (status) => sentence('problem.cannot_cancel', { status: STATUS_WORDS[status] }),
  },
  retry: {
    who: 'owner',
    limit: 'request-search',
    isPossible: movesBy('retry'),
    ownerMay: ({ resumes }) => resumes.retry === 'owner',
    looksFirst: true,
    moves: { retry: 'retried', retry_import: 'import_retried' },
    method: 'POST',
    path: '/api/requests/{id}/retry',
    summary: 'Start a stuck or ended request again',
    refusal: (status) => sentence('problem.cannot_retry', { status: STATUS_WORDS[status] }),
  },
  search: {
    who: 'interactiveSearch',
    limit: 'request-search',
    isPossible: ({ status }) => factsOf(status).searchable,
    looksFirst: true,
    moves: { retry: 'searched' },
    audited: 'searched',
    method: 'POST',
    path: '/api/requests/{id}/search',
    summary: 'Search for candidates',
    refusal: (status) => sentence('problem.cannot_search', { status: STATUS_WORDS[status] }),
  },
  select: {
    who: 'interactiveSearch',
    limit: 'request-search',
    isPossible: movesBy('candidate_chosen'),
    // choosing a release approves the request, which its owner may not do
    ownerMay: ({ pastApproval }) => pastApproval,
    looksFirst: true,
    moves: { candidate_chosen: 'release_chosen' },
    method: 'POST',
    path: '/api/requests/{id}/select',
    summary: 'Take a candidate',
    refusal: (status) => sentence('problem.cannot_select', { status: STATUS_WORDS[status] }),
  },
  fetch_ebook: {
    who: 'owner',
    limit: 'new-request',
    isPossible: ({ type, status }) => type === 'audiobook' && factsOf(status).pastApproval,
    // it makes another request, and the audit log records that one
    moves: {},
    method: 'POST',
    path: '/api/requests/{id}/fetch-ebook',
    summary: 'Request the ebook of an audiobook request',
    refusal: () => sentence('problem.cannot_fetch_ebook'),
  },
  set_any_reading: {
    who: 'owner',
    limit: 'request-search',
    isPossible: ({ type, status }) => type === 'audiobook' && (factsOf(status).life === 'live' || factsOf(status).searchable),
    // once a release is on its way, what may be taken is no longer the owner's wish alone
    ownerMay: ({ life, stage }) => life === 'live' && (stage === 'approved' || stage === 'found'),
    moves: { retry: 'retried' },
    audited: 'any_reading_changed',
    method: 'PATCH',
    path: '/api/requests/{id}/any-reading',
    summary: 'Say whether any narrator is fine',
    refusal: (status) => sentence('problem.cannot_set_any_reading', { status: STATUS_WORDS[status] }),
  },
  merge_chapters: {
    who: 'owner',
    isPossible: ({ type, status }) => type === 'audiobook' && factsOf(status).life === 'live',
    // the request stays where it is
    moves: {},
    audited: 'merge_chapters_changed',
    method: 'PATCH',
    path: '/api/requests/{id}/merge-chapters',
    summary: 'Choose whether the files of an audiobook are merged into one',
    refusal: () => sentence('problem.cannot_merge_chapters'),
  },
  approve: {
    who: 'admin',
    isPossible: movesBy('approve'),
    looksFirst: true,
    moves: { approve: 'approved', approve_unreleased: 'approved' },
    method: 'POST',
    path: '/api/admin/requests/{id}/approve',
    summary: 'Approve a request, with a chosen candidate if given',
    refusal: (status) => sentence('problem.cannot_approve', { status: STATUS_WORDS[status] }),
  },
  deny: {
    who: 'admin',
    isPossible: movesBy('deny'),
    moves: { deny: 'denied' },
    method: 'POST',
    path: '/api/admin/requests/{id}/deny',
    summary: 'Deny a request',
    refusal: (status) => sentence('problem.cannot_deny', { status: STATUS_WORDS[status] }),
  },
  undo_approval: {
    who: 'admin',
    // what a download client was given is cancelled instead
    isPossible: (request) => movesBy('approval_undone')(request) && request.downloadAttempts === 0,
    moves: { approval_undone: 'approval_undone' },
    method: 'POST',
    path: '/api/admin/requests/{id}/undo-approval',
    summary: 'Take an approval back while no download client has anything of it: the request waits for approval again',
    refusal: () => sentence('problem.approval_not_undone'),
  },
  undo_denial: {
    who: 'admin',
    isPossible: movesBy('denial_undone'),
    moves: { denial_undone: 'denial_undone' },
    method: 'POST',
    path: '/api/admin/requests/{id}/undo-denial',
    summary: 'Take a denial back: the request waits for approval again',
    refusal: () => sentence('problem.denial_not_undone'),
  },
  retry_download: {
    who: 'admin',
    isPossible: movesBy('retry_download'),
    isOffered: ({ downloadAttempts }) => downloadAttempts > 0,
    looksFirst: true,
    moves: { retry_download: 'download_retried' },
    method: 'POST',
    path: '/api/admin/requests/{id}/retry-download',
    summary: 'Resume or repeat the download',
    refusal: (status) => sentence('problem.cannot_retry_download', { status: STATUS_WORDS[status] }),
  },
  accept_import: {
    who: 'admin',
    isPossible: movesBy('accept_import'),
    moves: { accept_import: 'import_accepted' },
    method: 'POST',
    path: '/api/admin/requests/{id}/accept-import',
    summary: 'Accept files that look wrong',
    refusal: (status) => sentence('problem.cannot_accept_import', { status: STATUS_WORDS[status] }),
  },
  manual_import: {
    who: 'admin',
    isPossible: movesBy('manual_import'),
    looksFirst: true,
    moves: { manual_import: 'manual_import' },
    method: 'POST',
    path: '/api/admin/requests/{id}/manual-import',
    summary: 'Import files of the server',
    refusal: (status) => sentence('problem.cannot_manual_import', { status: STATUS_WORDS[status] }),
  },
  import_upload: {
    who: 'interactiveSearch',
    // where a release can be chosen, and not once files are being placed
    isPossible: (request) => movesBy('candidate_chosen')(request) && movesBy('manual_import')(request),
    // the import approves the request, which its owner may not do
    ownerMay: ({ pastApproval }) => pastApproval,
    looksFirst: true,
    moves: { manual_import: 'files_uploaded' },
    method: 'POST',
    path: '/api/requests/{id}/uploads',
    summary: 'Upload files of the book',
    refusal: (status) => sentence('problem.cannot_import_upload', { status: STATUS_WORDS[status] }),
  },
  reject_release: {
    who: 'admin',
    isPossible: movesBy('reject_release'),
    moves: { reject_release: 'release_rejected' },
    method: 'POST',
    path: '/api/admin/requests/{id}/reject-release',
    summary: 'Reject the release and take the next',
    refusal: (status) => sentence('problem.cannot_reject_release', { status: STATUS_WORDS[status] }),
  },
  delete: {
    who: 'admin',
    isPossible: () => true,
    // what is under way is cancelled by the way, and the audit log has one word for all of it
    moves: {},
    audited: 'deleted',
    method: 'DELETE',
    path: '/api/requests/{id}',
    summary: 'Delete a request, and its files if that is wanted',
    refusal: (status) => sentence('problem.cannot_delete', { status: STATUS_WORDS[status] }),
  },
} as const satisfies Record<string, NamedActionFacts>;

/**
 * The actions of people on a request: who may take them, in which statuses, their effects, their name in the audit log and their route. A
 * request's `actions`, the routes, the refusals and the audit log all derive from this table.
 */
export const ACTIONS = {
  ...NAMED,
  /** Possible always, so no request names it and nothing refuses it. */
  set_search_terms: {
    who: 'admin',
    isPossible: () => true,
    moves: { retry: 'retried' },
    audited: 'search_terms_changed',
    method: 'PATCH',
    path: '/api/admin/requests/{id}/search-terms',
    summary: 'Set or clear the search terms',
  },
} as const satisfies Record<string, ActionFacts>;

export type ActionName = keyof typeof ACTIONS;

/** The events that an action may cause. */
export type MoveOf<A extends ActionName> = keyof (typeof ACTIONS)[A]['moves'] & RequestEvent;

/** The actions that a request names. */
export type RequestAction = keyof typeof NAMED;

/** In the order in which a request lists them. */
export const REQUEST_ACTIONS = Object.keys(NAMED) as readonly RequestAction[];

/** Whether the state of a request may refuse an action. */
export function isRefusable(action: ActionName): action is RequestAction {
  return Object.hasOwn(NAMED, action);
}

type ActingCaller = Pick<Caller, 'userId' | 'role' | 'permissions'>;

export function actionFacts(action: ActionName): ActionFacts {
  return ACTIONS[action];
}

function isAllowed(action: RequestAction, request: ActedOn, caller: ActingCaller): boolean {
  const { who, isPossible, ownerMay } = actionFacts(action);
  if (!isPossible(request)) return false;
  if (caller.role === 'admin') return true;
  if (who === 'admin' || request.userId !== caller.userId) return false;
  if (who === 'interactiveSearch' && !caller.permissions.interactiveSearch) return false;
  return ownerMay?.(factsOf(request.status)) ?? true;
}

/** Returns the actions that a caller may take on a request now. */
export function actionsFor(request: ActedOn, caller: ActingCaller): RequestAction[] {
  return REQUEST_ACTIONS.filter((action) => isAllowed(action, request, caller) && (actionFacts(action).isOffered?.(request) ?? true));
}

/** The refusal of an action on a request in this status. */
export function refusalOf(action: RequestAction, status: RequestStatus): ApiError {
  return new ApiError('request_state', NAMED[action].refusal(status));
}

/** @throws ApiError 409 `request_state` */
export function mustBeAllowed(action: RequestAction, request: ActedOn, caller: ActingCaller): void {
  if (!isAllowed(action, request, caller)) throw refusalOf(action, request.status);
}
