/** The stops of a request's stage rail, in order. */
export const STAGES = ['asked', 'approved', 'found', 'downloading', 'importing', 'in_library'] as const;

export type Stage = (typeof STAGES)[number];

/** Groups of statuses by what they need from people; filters and tabs use them. */
export const GROUPS = ['active', 'waiting', 'completed', 'attention', 'closed'] as const;

export type StatusGroup = (typeof GROUPS)[number];

/** All there is to know of a status. Whatever asks about more than one status asks here. */
export interface StatusFacts {
  readonly group: StatusGroup;
  /** The stage on the rail that it is about to reach, or has failed to; `null`: the one at which the request ended. */
  readonly stage: Stage | null;
  /** The stages whose time is that of the move into this status. */
  readonly marks: readonly Stage[];
  /**
   * - `live`: it goes on
   * - `filed`: the files are placed. An audiobook still waits for a media server to list it; an ebook has arrived
   * - `done`: the person has the book
   * - `dropped`: it ended without one
   */
  readonly life: 'live' | 'filed' | 'done' | 'dropped';
  /** Somebody, or a rule, approved it, and nobody has withdrawn that. */
  readonly pastApproval: boolean;
  readonly cancellable: boolean;
  /** A person may look for releases, and choose one. */
  readonly searchable: boolean;
  /** When the request searches next: soon, at a set time, or only when a person asks for it. */
  readonly nextSearch: 'soon' | 'scheduled' | 'on_demand' | 'none';
  /** The events by which a person sets it going again, and whether its owner may. */
  readonly resumes: Partial<Readonly<Record<'retry' | 'retry_import' | 'retry_download', 'owner' | 'admin'>>>;
  /** The job that moves it on. A request without one is given another by the reconciler. */
  readonly movedBy: 'search' | 'grab' | 'import' | null;
  /** Whether it waits for a person: always, or where the reason of its wait is one that a person could settle. */
  readonly needsPerson: 'always' | 'by_reason' | 'never';
}

const FACTS = {
  awaiting_approval: {
    group: 'waiting',
    stage: 'approved',
    marks: [],
    life: 'live',
    pastApproval: false,
    cancellable: true,
    searchable: true,
    nextSearch: 'none',
    resumes: {},
    movedBy: null,
    needsPerson: 'always',
  },
  denied: {
    group: 'closed',
    stage: 'approved',
    marks: [],
    life: 'dropped',
    pastApproval: false,
    cancellable: false,
    searchable: false,
    nextSearch: 'none',
    resumes: { retry: 'admin' },
    movedBy: null,
    needsPerson: 'never',
  },
  pending: {
    group: 'active',
    stage: 'found',
    marks: ['approved'],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: true,
    nextSearch: 'soon',
    resumes: {},
    movedBy: 'search',
    needsPerson: 'by_reason',
  },
  awaiting_release: {
    group: 'waiting',
    stage: 'found',
    marks: ['approved'],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: false,
    nextSearch: 'none',
    resumes: { retry: 'owner' },
    movedBy: null,
    needsPerson: 'by_reason',
  },
  searching: {
    group: 'active',
    stage: 'found',
    marks: [],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: true,
    nextSearch: 'none',
    resumes: {},
    movedBy: 'search',
    needsPerson: 'by_reason',
  },
  awaiting_search: {
    group: 'waiting',
    stage: 'found',
    marks: [],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: true,
    nextSearch: 'scheduled',
    resumes: { retry: 'owner', retry_download: 'admin' },
    movedBy: 'search',
    needsPerson: 'by_reason',
  },
  downloading: {
    group: 'active',
    stage: 'downloading',
    marks: ['found', 'downloading'],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: true,
    nextSearch: 'none',
    resumes: { retry_download: 'admin' },
    movedBy: 'grab',
    needsPerson: 'by_reason',
  },
  processing: {
    group: 'active',
    stage: 'importing',
    marks: ['importing'],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: false,
    nextSearch: 'none',
    resumes: {},
    movedBy: 'import',
    needsPerson: 'by_reason',
  },
  awaiting_import: {
    group: 'waiting',
    stage: 'importing',
    marks: [],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: true,
    nextSearch: 'none',
    resumes: { retry: 'owner', retry_import: 'owner' },
    movedBy: 'import',
    needsPerson: 'by_reason',
  },
  warn: {
    group: 'attention',
    stage: 'importing',
    marks: [],
    life: 'live',
    pastApproval: true,
    cancellable: true,
    searchable: true,
    nextSearch: 'none',
    resumes: { retry: 'admin', retry_import: 'admin' },
    movedBy: null,
    needsPerson: 'always',
  },
  downloaded: {
    group: 'completed',
    stage: 'in_library',
    marks: ['in_library'],
    life: 'filed',
    pastApproval: true,
    cancellable: true,
    searchable: false,
    nextSearch: 'none',
    resumes: {},
    movedBy: null,
    needsPerson: 'by_reason',
  },
  available: {
    group: 'completed',
    stage: 'in_library',
    marks: ['in_library'],
    life: 'done',
    pastApproval: true,
    cancellable: false,
    searchable: false,
    nextSearch: 'none',
    resumes: {},
    movedBy: null,
    needsPerson: 'never',
  },
  failed: {
    group: 'attention',
    stage: null,
    marks: [],
    life: 'dropped',
    pastApproval: true,
    cancellable: false,
    searchable: true,
    nextSearch: 'on_demand',
    resumes: { retry: 'owner', retry_import: 'owner', retry_download: 'admin' },
    movedBy: null,
    needsPerson: 'always',
  },
  cancelled: {
    group: 'closed',
    stage: null,
    marks: [],
    life: 'dropped',
    pastApproval: false,
    cancellable: false,
    searchable: false,
    nextSearch: 'none',
    resumes: { retry: 'owner' },
    movedBy: null,
    needsPerson: 'never',
  },
} as const satisfies Record<string, StatusFacts>;

export type RequestStatus = keyof typeof FACTS;

/** All statuses of a request, in the order of its life. */
export const REQUEST_STATUSES = Object.keys(FACTS) as readonly RequestStatus[];

export function factsOf(status: RequestStatus): StatusFacts {
  return FACTS[status];
}

/** The statuses of which something is true, in the order of a request's life. */
export function statusesThat(is: (facts: StatusFacts) => boolean): readonly RequestStatus[] {
  return REQUEST_STATUSES.filter((status) => is(FACTS[status]));
}

/** Whether an import runs, waits or can be tried again. */
export function isImportOpen(status: RequestStatus): boolean {
  const { movedBy, resumes } = factsOf(status);
  return movedBy === 'import' || resumes.retry_import !== undefined;
}

export function groupOf(status: RequestStatus): StatusGroup {
  return FACTS[status].group;
}

type StatusWith<Life extends StatusFacts['life']> = {
  [Status in RequestStatus]: (typeof FACTS)[Status]['life'] extends Life ? Status : never;
}[RequestStatus];

/** In the order that the index of live requests uses: SQLite uses that index only for the identical list. */
const CLOSED = { denied: true, cancelled: true, failed: true, available: true } as const satisfies Record<
  StatusWith<'done' | 'dropped'>,
  true
>;

/** An audiobook request has ended in these; an ebook request also ends in `downloaded`. */
export const CLOSED_STATUSES = Object.keys(CLOSED) as readonly RequestStatus[];

export function isClosed(status: RequestStatus): boolean {
  return CLOSED_STATUSES.includes(status);
}

/** Whether a request of this type is live: it counts as a duplicate and can be cancelled. */
export function isLive(status: RequestStatus, type: RequestType): boolean {
  const { life } = FACTS[status];
  return life === 'live' || (life === 'filed' && type === 'audiobook');
}

/** Whether the files are placed, so that people may have them. */
export function hasFiles(status: RequestStatus): boolean {
  const { life } = FACTS[status];
  return life === 'filed' || life === 'done';
}

export type RequestType = 'audiobook' | 'ebook';

/** The source of a request. */
export type RequestOrigin = 'manual' | 'shelf' | 'watch-series' | 'watch-author' | 'listening' | 'api-token' | 'import' | 'replace';
