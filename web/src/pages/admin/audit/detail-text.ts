import type { AuditRecord } from '../../../api/types.js';

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The details of an entry on one line: `username: ada, role: user`. */
export function detailText({ detail, targetId }: Pick<AuditRecord, 'detail' | 'targetId'>): string {
  const parts = Object.entries(detail ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${shown(value)}`);
  return parts.length > 0 ? parts.join(', ') : (targetId ?? '');
}

/** The name of an entry's target, if the entry has it. */
export function targetName({ detail, targetId, targetType }: Pick<AuditRecord, 'detail' | 'targetId' | 'targetType'>): string {
  const name = detail?.['title'] ?? detail?.['name'] ?? detail?.['username'] ?? detail?.['package'];
  return typeof name === 'string' ? name : `${targetType.replaceAll('_', ' ')} ${targetId ?? ''}`.trim();
}
