import type { AuditRecord } from '../../../api/types.js';
import { wordsOf } from '../../../i18n/catalog.js';

/** Members of the details by which people know the target, the best first. */
const NAMES = ['title', 'name', 'username', 'package'] as const;

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Turns `api_token` into readable words. */
export function readable(name: string): string {
  return name.replaceAll('_', ' ');
}

function nameIn(detail: AuditRecord['detail']): { readonly member: string; readonly name: string } | undefined {
  for (const member of NAMES) {
    const name = detail?.[member];
    if (typeof name === 'string' && name !== '') return { member, name };
  }
  return undefined;
}

/** The details of an entry on one line, without the name that its sentence has: `role: user, state: active`. */
export function detailText({ detail, targetId }: Pick<AuditRecord, 'detail' | 'targetId'>): string {
  const named = nameIn(detail);
  const parts = Object.entries(detail ?? {})
    .filter(([member, value]) => value !== null && value !== undefined && member !== named?.member)
    .map(([member, value]) => `${readable(member)}: ${shown(value)}`);
  return parts.length > 0 || named ? parts.join(', ') : (targetId ?? '');
}

/** The name of an entry's target, if the entry has it. */
export function targetName({ detail, targetId, targetType }: Pick<AuditRecord, 'detail' | 'targetId' | 'targetType'>): string {
  return nameIn(detail)?.name ?? `${readable(targetType)} ${targetId ?? ''}`.trim();
}

/** What was done, in words: “Approved a request: “Dune””. An action without a sentence is spelled out. */
export function sentenceOf({ action, detail }: Pick<AuditRecord, 'action' | 'detail'>): string {
  const what = wordsOf(`did.${action}`, readable(action.replace('.', ': ')));
  const named = nameIn(detail);
  return named ? `${what}: “${named.name}”` : what;
}
