import type { AuditRecord } from './audit-service.js';

const COLUMNS = ['at', 'actor', 'address', 'action', 'target', 'targetId', 'detail'] as const;

/** A cell according to RFC 4180. Text that a spreadsheet would take for a formula is defused. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Entries as lines of CSV, after a header line. */
export async function* auditCsv(entries: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const { at, actorName, address, action, targetType, targetId, detail } of entries) {
    const cells = [at, actorName, address ?? '', action, targetType, targetId ?? '', detail === undefined ? '' : JSON.stringify(detail)];
    yield `${cells.map(cell).join(',')}\r\n`;
  }
}
