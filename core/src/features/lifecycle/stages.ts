import { factsOf, hasFiles, isLive, STAGES, type RequestStatus, type RequestType, type Stage } from './statuses.js';

/** One stop of the rail. */
export interface StageView {
  readonly stage: Stage;
  readonly state: 'done' | 'current' | 'todo' | 'failed';
  readonly at?: string;
}

/** Returns the stage of a request; an ended request keeps the stage where it ended. */
export function stageOf(request: {
  readonly status: RequestStatus;
  readonly searchAttempts: number;
  readonly downloadAttempts: number;
  readonly currentDownloadId: string | null;
}): Stage {
  if (request.status === 'downloading') return request.currentDownloadId === null ? 'found' : 'downloading';
  const known = factsOf(request.status).stage;
  if (known !== null) return known;
  if (request.downloadAttempts > 0) return 'downloading';
  return request.searchAttempts > 0 ? 'approved' : 'asked';
}

/** The whole rail with the times it was passed. */
export function stageRail(
  request: Parameters<typeof stageOf>[0] & { readonly createdAt: string; readonly type: RequestType },
  moves: readonly { readonly to?: RequestStatus; readonly at: string }[],
): StageView[] {
  const current = STAGES.indexOf(stageOf(request));
  const ended = factsOf(request.status).life === 'dropped';
  const isOver = hasFiles(request.status) && !isLive(request.status, request.type);
  return STAGES.map((stage, index) => {
    const entered =
      stage === 'asked' ? request.createdAt : moves.findLast(({ to }) => to !== undefined && factsOf(to).marks.includes(stage))?.at;
    const state = index < current || isOver ? 'done' : index > current ? 'todo' : ended ? 'failed' : 'current';
    return { stage, state, at: state === 'todo' ? undefined : entered };
  });
}
