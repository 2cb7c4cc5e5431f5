import { defineEntity, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { FollowMemory, FollowMode, FollowResult, RecentBook, StartRule } from './follow-record.js';

/** Columns that followed series and followed authors share. */
const FOLLOWED = {
  id: key(id()),
  userId: id(),
  region: text(10),
  name: text(),
  formerName: nullable(text()),
  mode: text<FollowMode>(10),
  startRule: text<StartRule['start']>(20),
  startPart: nullable(text(20)),
  startedAt: time(),
  createdAt: time(),
  checkedAt: nullable(time()),
  nextCheckAt: nullable(time()),
  failures: integer(),
  shown: nullable(json<readonly string[]>()),
  memory: json<FollowMemory>(),
  result: nullable(json<FollowResult>()),
  /** ASINs of listed books that are not out yet; null for none. */
  awaited: nullable(json<readonly string[]>()),
  /** The newest books that are out, newest first; null until the first check. */
  recent: nullable(json<readonly RecentBook[]>()),
  /** The day of the newest of them, empty if there is none. */
  newestOn: nullable(text(10)),
};

/** A person's address for calendars. */
export const CalendarAddressEntity = defineEntity('calendar_addresses', { userId: key(id()), tokenHash: text(64), createdAt: time() });

export const WatchedSeriesEntity = defineEntity('watched_series', { ...FOLLOWED, seriesId: text(50) });

export const WatchedAuthorEntity = defineEntity('watched_authors', { ...FOLLOWED, authorId: text(50) });
