import type { RequestStatus, RequestType } from './statuses.js';

/** The stage rail of a request, in order. */
export const STAGES = ['asked', 'approved', 'found', 'downloading', 'importing', 'in_library'] as const;

export type Stage = (typeof STAGES)[number];

/** One stop of the rail. */
export interface StageView {
  readonly stage: Stage;
  readonly state: 'done' | 'current' | 'todo' | 'failed';
  readonly at?: string;
}

const BY_STATUS: Partial<Record<RequestStatus, Stage>> = {
  awaiting_approval: 'asked',
  denied: 'asked',
  pending: 'approved',
  awaiting_release: 'approved',
  searching: 'approved',
  awaiting_search: 'approved',
  downloading: 'downloading',
  processing: 'importing',
  awaiting_import: 'importing',
  warn: 'importing',
  downloaded: 'in_library',
  available: 'in_library',
};

/** How far a request is; an ended one stands where it ended. */
export function stageOf(request: {
  readonly status: RequestStatus;
  readonly searchAttempts: number;
  readonly downloadAttempts: number;
  readonly currentDownloadId: string | null;
}): Stage {
  if (request.status === 'downloading') return request.currentDownloadId === null ? 'found' : 'downloading';
  const known = BY_STATUS[request.status];
  if (known !== undefined) return known;
  if (request.downloadAttempts > 0) return 'downloading';
  return request.searchAttempts > 0 ? 'approved' : 'asked';
}

const ENTERED: Partial<Record<Stage, readonly RequestStatus[]>> = {
  approved: ['pending', 'awaiting_release'],
  found: ['downloading'],
  downloading: ['downloading'],
  importing: ['processing'],
  in_library: ['downloaded', 'available'],
};

/** The whole rail with the times it was passed. */
export function stageRail(
  request: Parameters<typeof stageOf>[0] & { readonly createdAt: string; readonly type: RequestType },
  moves: readonly { readonly to?: string; readonly at: string }[],
): StageView[] {
  const current = STAGES.indexOf(stageOf(request));
  const ended = request.status === 'failed' || request.status === 'denied' || request.status === 'cancelled';
  return STAGES.map((stage, index) => {
    const entered =
      stage === 'asked' ? request.createdAt : moves.findLast((move) => ENTERED[stage]?.includes(move.to as RequestStatus))?.at;
    const isOver = request.status === 'available' || (request.type === 'ebook' && request.status === 'downloaded');
    const state = index < current || isOver ? 'done' : index > current ? 'todo' : ended ? 'failed' : 'current';
    return { stage, state, at: state === 'todo' ? undefined : entered };
  });
}
