import type { RequestGroup, RequestStatus, RequestType } from './types.js';

/** The six colors of a state: in library, on its way, requested, waiting for a person, needs attention, closed. */
export type Tone = 'good' | 'moving' | 'asked' | 'person' | 'bad' | 'closed';

/** How pages show a status. Its name is in the messages, its icon in `status-icon.tsx`. */
interface StatusLook {
  readonly tone: Tone;
  /** As on the server: `dropped` is an end without the book. A test compares the two. */
  readonly life: 'live' | 'filed' | 'done' | 'dropped';
  /** Whether new search terms start a search at once, apply to a later one, or come too late. */
  readonly newTerms: 'now' | 'later' | 'late';
  /** Whether it has a shorter name for tight spaces. */
  readonly short: boolean;
  /** Whether it is about to be searched for. */
  readonly isToSearch?: boolean;
}

const LOOKS = {
  awaiting_approval: { tone: 'person', life: 'live', newTerms: 'later', short: true },
  denied: { tone: 'closed', life: 'dropped', newTerms: 'late', short: false },
  pending: { tone: 'asked', life: 'live', newTerms: 'later', short: false, isToSearch: true },
  awaiting_release: { tone: 'asked', life: 'live', newTerms: 'later', short: false },
  searching: { tone: 'moving', life: 'live', newTerms: 'later', short: false, isToSearch: true },
  awaiting_search: { tone: 'asked', life: 'live', newTerms: 'now', short: true, isToSearch: true },
  downloading: { tone: 'moving', life: 'live', newTerms: 'later', short: false },
  processing: { tone: 'moving', life: 'live', newTerms: 'later', short: false },
  awaiting_import: { tone: 'moving', life: 'live', newTerms: 'later', short: true },
  warn: { tone: 'bad', life: 'live', newTerms: 'later', short: false },
  downloaded: { tone: 'moving', life: 'filed', newTerms: 'late', short: true },
  available: { tone: 'good', life: 'done', newTerms: 'late', short: false },
  failed: { tone: 'bad', life: 'dropped', newTerms: 'now', short: false },
  cancelled: { tone: 'closed', life: 'dropped', newTerms: 'late', short: false },
} as const satisfies Record<RequestStatus, StatusLook>;

type ShortNamed = { [Status in RequestStatus]: (typeof LOOKS)[Status]['short'] extends true ? Status : never }[RequestStatus];

export const STATUSES = Object.keys(LOOKS) as readonly RequestStatus[];

export function lookOf(status: RequestStatus): StatusLook {
  return LOOKS[status];
}

export function toneOf(status: RequestStatus): Tone {
  return LOOKS[status].tone;
}

export function hasShortName(status: RequestStatus): status is ShortNamed {
  return LOOKS[status].short;
}

/** Reasons with which a request waits for a search that nobody could be asked in, so nothing was looked for. */
const NOT_SEARCHED: readonly string[] = ['no_indexer', 'no_ebook_source', 'no_download_client'];

/** The message that names a status: one that waits for something better has found the book. */
export function statusName(status: RequestStatus, reason?: string) {
  if (status === 'awaiting_search' && reason !== undefined && NOT_SEARCHED.includes(reason)) return 'status.not_searched';
  return reason === 'grab_delayed' ? 'status.grab_delayed' : (`status.${status}` as const);
}

/** Whether the moment has come. */
export function isDue(moment: string): boolean {
  return Date.parse(moment) <= Date.now();
}

/** The status that people see: media servers need not list ebooks, so a filed one is in the library. */
export function shownStatus({ type, status }: { type: RequestType; status: RequestStatus }): RequestStatus {
  return type === 'ebook' && status === 'downloaded' ? 'available' : status;
}

/** The groups in the order of their tabs. */
const TABS: Record<RequestGroup, true> = { active: true, waiting: true, attention: true, completed: true, closed: true };

export const GROUPS = Object.keys(TABS) as readonly RequestGroup[];

/** Whether it ended without the book. */
export function isDropped(status: RequestStatus): boolean {
  return LOOKS[status].life === 'dropped';
}

/** Whether its files are placed. */
export function hasBook(status: RequestStatus): boolean {
  const { life } = LOOKS[status];
  return life === 'filed' || life === 'done';
}

export function isOpen(status: RequestStatus): boolean {
  const { life } = LOOKS[status];
  return life === 'live' || life === 'filed';
}
