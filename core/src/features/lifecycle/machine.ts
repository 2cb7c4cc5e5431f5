import type { MoveNews } from './announce-moves.js';
import { statusesThat, type RequestStatus, type RequestType, type StatusFacts } from './statuses.js';

/** Events that can happen to a request. */
export type RequestEvent =
  | 'approve'
  | 'approve_unreleased'
  | 'approval_undone'
  | 'deny'
  | 'denial_undone'
  | 'joined_other'
  | 'release_date_reached'
  | 'search_started'
  | 'winner_found'
  | 'nothing_found'
  | 'search_cancelled'
  | 'grab_delayed'
  | 'candidate_chosen'
  | 'next_candidate'
  | 'candidates_used_up'
  | 'downloads_used_up'
  | 'download_completed'
  | 'import_done'
  | 'import_suspect'
  | 'import_broken'
  | 'import_postponed'
  | 'import_given_up'
  | 'import_resumed'
  | 'library_match'
  | 'library_loss'
  | 'found_in_library'
  | 'library_withdrawn'
  | 'cancel'
  | 'retry'
  | 'retry_import'
  | 'retry_download'
  | 'accept_import'
  | 'manual_import'
  | 'reject_release'
  | 'restored';

/** Effects of a transition, written in the same transaction. */
export type RequestEffect =
  | 'job:search'
  | 'job:grab'
  | 'job:import'
  | 'job:library-refresh'
  | 'job:replace-files'
  | 'job:remove-download'
  | 'cancel-jobs'
  | `notify:${MoveNews}`;

interface Row {
  /** Only for requests of this type; default: for both. */
  readonly type?: RequestType;
  readonly from: readonly RequestStatus[];
  readonly to: RequestStatus;
  readonly effects: readonly RequestEffect[];
}

const resumedBy = (event: keyof StatusFacts['resumes']) => statusesThat(({ resumes }) => resumes[event] !== undefined);

/** Statuses in which nobody can know what happened since a backup was made. */
export const UNDER_WAY = statusesThat(({ group, pastApproval }) => pastApproval && (group === 'active' || group === 'waiting'));

/** Statuses in which the book may turn up on its own: all live ones, and those that need attention. */
export const FINDABLE = statusesThat(({ life, group }) => life === 'live' || group === 'attention');

const BY_FINDING = ['cancel-jobs', 'job:remove-download', 'notify:request_available'] as const;

const TABLE: Readonly<Record<RequestEvent, readonly Row[]>> = {
  approve: [{ from: ['awaiting_approval'], to: 'pending', effects: ['job:search', 'notify:request_approved'] }],
  approve_unreleased: [{ from: ['awaiting_approval'], to: 'awaiting_release', effects: ['notify:request_approved'] }],
  // whoever takes the approval back sees to it that no download client was given anything
  approval_undone: [
    {
      from: ['pending', 'awaiting_release', 'searching', 'awaiting_search', 'downloading'],
      to: 'awaiting_approval',
      effects: ['cancel-jobs', 'notify:request_reopened'],
    },
  ],
  deny: [{ from: ['awaiting_approval'], to: 'denied', effects: ['cancel-jobs', 'notify:request_denied'] }],
  // the admins who were asked are asked by what they have of it; only the requester was told otherwise
  denial_undone: [{ from: ['denied'], to: 'awaiting_approval', effects: ['notify:request_reopened'] }],
  // somebody else's request for the book goes on, and this person with it
  joined_other: [{ from: ['awaiting_approval'], to: 'cancelled', effects: ['cancel-jobs', 'notify:request_approved'] }],
  release_date_reached: [{ from: ['awaiting_release'], to: 'pending', effects: ['job:search', 'notify:request_released'] }],
  search_started: [{ from: ['pending', 'awaiting_search', 'searching'], to: 'searching', effects: [] }],
  winner_found: [{ from: ['searching'], to: 'downloading', effects: ['job:grab'] }],
  nothing_found: [{ from: ['searching'], to: 'awaiting_search', effects: ['job:search'] }],
  // its job may be the one that searches, so the next search is asked for by whoever cancels that
  search_cancelled: [{ from: ['pending', 'searching', 'awaiting_search'], to: 'awaiting_search', effects: [] }],
  // the best release is new, and something better may appear
  grab_delayed: [{ from: ['searching'], to: 'awaiting_search', effects: ['job:search'] }],
  candidate_chosen: [
    { from: ['awaiting_approval'], to: 'downloading', effects: ['cancel-jobs', 'job:grab', 'notify:request_approved'] },
    {
      from: statusesThat(({ searchable, pastApproval }) => searchable && pastApproval),
      to: 'downloading',
      effects: ['cancel-jobs', 'job:remove-download', 'job:grab'],
    },
  ],
  next_candidate: [{ from: ['downloading'], to: 'downloading', effects: ['job:remove-download', 'job:grab'] }],
  candidates_used_up: [{ from: ['downloading'], to: 'awaiting_search', effects: ['job:remove-download', 'job:search'] }],
  downloads_used_up: [{ from: ['downloading'], to: 'failed', effects: ['cancel-jobs', 'job:remove-download', 'notify:request_error'] }],
  download_completed: [{ from: ['downloading'], to: 'processing', effects: ['job:import'] }],
  import_done: [{ from: ['processing'], to: 'downloaded', effects: ['job:library-refresh'] }],
  import_suspect: [{ from: ['processing'], to: 'warn', effects: ['notify:request_error'] }],
  import_broken: [{ from: ['processing'], to: 'downloading', effects: ['job:remove-download', 'job:grab'] }],
  import_postponed: [{ from: ['processing'], to: 'awaiting_import', effects: ['job:import'] }],
  import_given_up: [{ from: ['processing', 'awaiting_import'], to: 'warn', effects: ['notify:request_error'] }],
  import_resumed: [{ from: ['awaiting_import'], to: 'processing', effects: [] }],
  library_match: [{ from: ['downloaded'], to: 'available', effects: ['notify:request_available'] }],
  library_loss: [{ from: ['available'], to: 'downloaded', effects: [] }],
  found_in_library: [
    { type: 'audiobook', from: FINDABLE, to: 'available', effects: BY_FINDING },
    { type: 'ebook', from: FINDABLE, to: 'downloaded', effects: BY_FINDING },
  ],
  // if it was found and is gone again, it never had files of ours that a media server could list again
  library_withdrawn: [
    { type: 'audiobook', from: ['available'], to: 'failed', effects: [] },
    { type: 'ebook', from: ['downloaded'], to: 'failed', effects: [] },
  ],
  cancel: [
    {
      from: statusesThat(({ cancellable }) => cancellable),
      to: 'cancelled',
      effects: ['cancel-jobs', 'job:remove-download', 'notify:request_cancelled'],
    },
  ],
  retry: [
    {
      from: resumedBy('retry'),
      to: 'pending',
      effects: ['cancel-jobs', 'job:search'],
    },
  ],
  retry_import: [{ from: resumedBy('retry_import'), to: 'processing', effects: ['cancel-jobs', 'job:import'] }],
  retry_download: [{ from: resumedBy('retry_download'), to: 'downloading', effects: ['cancel-jobs', 'job:grab'] }],
  accept_import: [{ from: ['warn'], to: 'processing', effects: ['job:import'] }],
  manual_import: [
    { from: ['awaiting_approval'], to: 'processing', effects: ['cancel-jobs', 'job:import', 'notify:request_approved'] },
    // one that is importing would write down the files it has begun with
    {
      from: [
        'denied',
        'pending',
        'awaiting_release',
        'searching',
        'awaiting_search',
        'downloading',
        'awaiting_import',
        'warn',
        'failed',
        'cancelled',
      ],
      to: 'processing',
      effects: ['cancel-jobs', 'job:import'],
    },
  ],
  reject_release: [{ from: ['warn'], to: 'downloading', effects: ['cancel-jobs', 'job:remove-download', 'job:grab'] }],
  restored: [
    {
      from: UNDER_WAY,
      to: 'failed',
      effects: ['cancel-jobs'],
    },
  ],
};

/** The move an event makes from a status, or `undefined` when it may not happen there. Pure: the whole machine. */
export function nextState(
  status: RequestStatus,
  event: RequestEvent,
  type: RequestType,
): { readonly to: RequestStatus; readonly effects: readonly RequestEffect[] } | undefined {
  return TABLE[event].find((row) => row.from.includes(status) && (row.type === undefined || row.type === type));
}

/** The first status of a new request, and the effects of that. */
export const INITIAL: Readonly<Record<'awaiting_approval' | 'awaiting_release' | 'pending', readonly RequestEffect[]>> = {
  awaiting_approval: ['notify:request_pending_approval'],
  awaiting_release: ['notify:request_approved'],
  pending: ['job:search', 'notify:request_approved'],
};
