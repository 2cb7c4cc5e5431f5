import type { AuditRecord } from '../../../api/types.js';
import { wordsOf } from '../../../i18n/catalog.js';
import { formatDateTime } from '../../../i18n/format-values.js';
import { joinFacts, joinNames, labelled } from '../../../i18n/join-names.js';
import { quoted } from '../../../i18n/quoted.js';

/** Members of the details by which people know the target, the best first. */
const NAMES = ['title', 'name', 'username', 'package'] as const;

/** What the values of a member are named by. The same value means something else elsewhere: of a request `pending` is no longer waiting. */
const VALUES: Readonly<Record<string, (value: string) => string>> = {
  from: (value) => `status.${value}`,
  to: (value) => `status.${value}`,
  role: (value) => `account.role.${value}`,
  state: (value) => `users.state.${value}`,
  scopes: (value) => `tokens.scope.${value}`,
  kind: (value) => `report.kind.${value}`,
  registration: (value) => `audit.registration.${value}`,
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Turns `api_token` and `acceptLoss` into readable words. */
function readable(name: string): string {
  return name.replaceAll('_', ' ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a group of actions is about, in words. */
export function groupName(group: string): string {
  return wordsOf(`audit.group.${group}`, readable(group));
}

/** A value as people read it; nothing for an id, by which nobody knows anything. */
function shown(value: unknown, locale: string, member = ''): string | undefined {
  if (typeof value === 'boolean') return wordsOf(value ? 'audit.on' : 'audit.off', String(value));
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const parts = value.map((part) => shown(part, locale, member)).filter((part) => part !== undefined);
    // what a token may do is a list of its own
    return parts.length > 0 ? (member === 'scopes' ? parts.join(' / ') : joinNames(parts)) : undefined;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (UUID.test(value)) return undefined;
  if (MOMENT.test(value) && !Number.isNaN(Date.parse(value))) return formatDateTime(value, locale);
  const key = Object.hasOwn(VALUES, member) ? VALUES[member]?.(value) : undefined;
  return key === undefined ? value : wordsOf(key, value);
}

function partOf(member: string, value: unknown, locale: string): string | undefined {
  const words = shown(value, locale, member);
  return words === undefined ? undefined : labelled(wordsOf(`detail.${member}`, readable(member)), words);
}

type Target = Pick<AuditRecord, 'detail' | 'targetId' | 'targetTitle'>;

function nameIn({ detail, targetTitle }: Target): { readonly member: string; readonly name: string } | undefined {
  // the kind of a job, which its record names as programs do
  if (targetTitle !== undefined) return { member: 'name', name: targetTitle };
  for (const member of NAMES) {
    const name = detail?.[member];
    if (typeof name === 'string' && name !== '') return { member, name };
  }
  return undefined;
}

/** The details of an entry on one line, in words, without the name that its sentence has: `Role: Member, State: Active`. */
export function detailText(entry: Target, locale: string): string {
  const { detail, targetId } = entry;
  const named = nameIn(entry);
  const parts = Object.entries(detail ?? {})
    .filter(([member, value]) => value !== null && value !== undefined && member !== named?.member)
    .map(([member, value]) => partOf(member, value, locale))
    .filter((part) => part !== undefined);
  return parts.length > 0 || named ? joinFacts(parts) : (shown(targetId ?? '', locale) ?? '');
}

/** The name of an entry's target, if the entry has it. */
export function targetName(entry: Target & Pick<AuditRecord, 'targetType'>): string {
  return nameIn(entry)?.name ?? `${readable(entry.targetType)} ${entry.targetId ?? ''}`.trim();
}

/** The name that programs know a target by, where people read its title: it is what the file and the search have. */
export function storedName({ targetId, targetTitle }: Target): string[] {
  return targetTitle === undefined || targetId === undefined ? [] : [targetId];
}

/** What was done, in words: “Approved a request: “Dune””. An action without a sentence is spelled out. */
export function sentenceOf(entry: Target & Pick<AuditRecord, 'action'>): string {
  const { action } = entry;
  const what = wordsOf(`did.${action}`, readable(action.replace('.', ': ')));
  const named = nameIn(entry);
  return named ? labelled(what, quoted(named.name)) : what;
}
