import { defineEntity, id, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';
import type { EntryDeed, ReportKind, ReportState, Side } from './report-record.js';

export const ReportEntity = defineEntity('reported_issues', {
  id: key(id()),
  userId: id(),
  asin: text(10),
  region: text(10),
  /** Title and author at the time of the report; the book may leave the library and the catalogue. */
  title: text(),
  author: text(),
  kind: text<ReportKind>(20),
  text: text(),
  state: text<ReportState>(10),
  /** Who wrote or decided last; the other side is waited for. */
  lastFrom: text<Side>(10),
  createdAt: time(),
  updatedAt: time(),
  closedAt: nullable(time()),
});

/** A line of the thread below a report. */
export const ReportEntryEntity = defineEntity('report_entries', {
  id: key(id()),
  reportId: id(),
  authorId: id(),
  side: text<Side>(10),
  did: text<EntryDeed>(10),
  /** Empty where somebody decided without a word. */
  text: text(),
  createdAt: time(),
});

export type ReportRow = RowOf<typeof ReportEntity>;
export type ReportEntryRow = RowOf<typeof ReportEntryEntity>;
