import type { RowOf } from '../../platform/db/index.js';
import type { RequestEntity, RequestEventEntity } from './entities.js';

export type { RequestProgress } from './request-progress.js';
export type { WaitReason } from './wait-reason.js';

/** A row of `requests`. */
export type RequestRow = RowOf<typeof RequestEntity>;

/** A row of `request_events`: one line of the timeline. */
export type RequestEventRow = RowOf<typeof RequestEventEntity>;
