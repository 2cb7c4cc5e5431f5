/** What a provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
}

/** As groups are compared: some providers write them as paths. */
export function groupName(text: string): string {
  return text.trim().replace(/^\//, '');
}

/**
 * The groups in a claim: a text or a list, under the claim's own name or a path of names with dots between.
 *
 * @returns `undefined` where the claim was not delivered, which says nothing of groups
 */
export function groupsOf(claims: Claims, claim: string): readonly string[] | undefined {
  // an address has dots of its own
  const value = memberOf(claims, claim) ?? claim.split('.').reduce<unknown>(memberOf, claims);
  if (typeof value === 'string') return [groupName(value)];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === 'string').map(groupName);
}
