import { csvLine } from '../../platform/text/csv-line.js';
import type { AuditRecord } from './audit-service.js';

const COLUMNS = ['at', 'actor', 'address', 'action', 'target', 'targetId', 'detail'] as const;

/** Entries as lines of CSV, after a header line. */
export async function* auditCsv(entries: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const { at, actorName, address, action, targetType, targetId, detail } of entries) {
    yield csvLine([at, actorName, address ?? '', action, targetType, targetId ?? '', detail === undefined ? '' : JSON.stringify(detail)]);
  }
}
