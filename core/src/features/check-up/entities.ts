import { defineEntity, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { Evidence, FindingKind } from './evidence.js';

/** `running`: a job looks at the library. The others are its ends. */
export type CheckUpState = 'running' | 'done' | 'cancelled' | 'failed';

export const CheckUpEntity = defineEntity('check_ups', {
  id: key(id()),
  state: text<CheckUpState>(20),
  /** Whether it reads the audio files as well. */
  readsFiles: flag(),
  /** Somebody asked the job to stop. */
  stopping: flag(),
  /** The last item that it looked at; the empty text before the first one. */
  afterItem: text(36),
  /** Items that it looked at, of how many. */
  done: integer(),
  total: integer(),
  /** Audiobooks whose length it could compare with the catalogue's. */
  compared: integer(),
  /** Audiobooks whose files it could not read. */
  unread: integer(),
  createdAt: time(),
  actorName: text(200),
  endedAt: nullable(time()),
  /** Why it failed. */
  fault: nullable(text()),
});

export const CheckUpFindingEntity = defineEntity('check_up_findings', {
  id: key(id()),
  itemId: id(),
  kind: text<FindingKind>(20),
  /** The book that the item counted for, or the empty text. The finding holds as long as it counts for that one. */
  asin: text(10),
  /** The worst come first. */
  weight: integer(),
  evidence: json<Evidence>(),
  /** Changes with the evidence. */
  evidenceKey: text(64),
  foundAt: time(),
  /** When an admin said that it is fine. */
  fineAt: nullable(time()),
  fineBy: nullable(text(200)),
});
