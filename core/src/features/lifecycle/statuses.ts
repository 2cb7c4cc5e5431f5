/** All statuses of a request, in the order of its life. */
export const REQUEST_STATUSES = [
  'awaiting_approval',
  'denied',
  'pending',
  'awaiting_release',
  'searching',
  'awaiting_search',
  'downloading',
  'processing',
  'awaiting_import',
  'warn',
  'downloaded',
  'available',
  'failed',
  'cancelled',
] as const;

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Statuses by what they ask of people; filters and tabs use them. */
export const STATUS_GROUPS = {
  active: ['pending', 'searching', 'downloading', 'processing'],
  waiting: ['awaiting_approval', 'awaiting_release', 'awaiting_search', 'awaiting_import'],
  completed: ['downloaded', 'available'],
  attention: ['warn', 'failed'],
  closed: ['denied', 'cancelled'],
} as const satisfies Record<string, readonly RequestStatus[]>;

export type StatusGroup = keyof typeof STATUS_GROUPS;

/** The group of a status. */
export function groupOf(status: RequestStatus): StatusGroup {
  for (const [group, statuses] of Object.entries(STATUS_GROUPS)) {
    if ((statuses as readonly string[]).includes(status)) return group as StatusGroup;
  }
  throw new Error(`The status ${status} has no group.`);
}

/** Nothing more happens to an audiobook request in these; an ebook request also ends in `downloaded`. */
export const CLOSED_STATUSES = ['denied', 'cancelled', 'failed', 'available'] as const satisfies readonly RequestStatus[];

/** Whether a request of this type still lives: counts for duplicates, can be cancelled. */
export function isLive(status: RequestStatus, type: RequestType): boolean {
  if ((CLOSED_STATUSES as readonly string[]).includes(status)) return false;
  return !(type === 'ebook' && status === 'downloaded');
}

export type RequestType = 'audiobook' | 'ebook';

/** Where a request came from. */
export type RequestOrigin = 'manual' | 'shelf' | 'watch-series' | 'watch-author' | 'api-token' | 'import';
