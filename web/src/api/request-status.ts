import type { RequestGroup, RequestStatus, RequestType } from './types.js';

/** The six colours of a state: in library, on its way, asked, waiting for a person, needs attention, closed. */
export type Tone = 'good' | 'moving' | 'asked' | 'person' | 'bad' | 'closed';

const TONES: Record<RequestStatus, Tone> = {
  awaiting_approval: 'person',
  denied: 'closed',
  pending: 'asked',
  awaiting_release: 'asked',
  searching: 'moving',
  awaiting_search: 'asked',
  downloading: 'moving',
  processing: 'moving',
  awaiting_import: 'moving',
  warn: 'bad',
  downloaded: 'moving',
  available: 'good',
  failed: 'bad',
  cancelled: 'closed',
};

export function toneOf(status: RequestStatus): Tone {
  return TONES[status];
}

/** The status people are shown: no media server lists ebooks, so one that is filed is in the library. */
export function shownStatus({ type, status }: { type: RequestType; status: RequestStatus }): RequestStatus {
  return type === 'ebook' && status === 'downloaded' ? 'available' : status;
}

export const GROUPS: readonly RequestGroup[] = ['active', 'waiting', 'attention', 'completed', 'closed'];

export function isOpen(status: RequestStatus): boolean {
  return !['denied', 'available', 'failed', 'cancelled'].includes(status);
}

export function isMoving(status: RequestStatus): boolean {
  return ['searching', 'downloading', 'processing'].includes(status);
}
