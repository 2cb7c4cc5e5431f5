import { factsOf, hasFiles, isLive, STAGES, type RequestStatus, type RequestType, type Stage } from './statuses.js';

/** One stop of the rail. */
export interface StageView {
  readonly stage: Stage;
  readonly state: 'done' | 'current' | 'todo' | 'failed';
  readonly at?: string;
}

/** These are reached when they are over; the others have begun. */
const REACHED_AT_END: ReadonlySet<Stage> = new Set(['approved', 'found']);

/** Returns the stage that a request is about to reach; an ended request keeps the one that it did not reach. */
export function stageOf(request: {
  readonly status: RequestStatus;
  readonly searchAttempts: number;
  readonly downloadAttempts: number;
}): Stage {
  const known = factsOf(request.status).stage;
  if (known !== null) return known;
  if (request.downloadAttempts > 0) return 'downloading';
  return request.searchAttempts > 0 ? 'found' : 'approved';
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
    const isShown = state === 'done' || (state !== 'todo' && !REACHED_AT_END.has(stage));
    return { stage, state, at: isShown ? entered : undefined };
  });
}
