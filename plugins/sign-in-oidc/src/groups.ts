/** A provider's statements about a person. */
export type Claims = Readonly<Record<string, unknown>>;

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
}

/** Normalizes a group for comparison, because some providers write groups as paths. */
export function groupName(text: string): string {
  return text.trim().replace(/^\//, '');
}

/**
 * The groups in a claim: a text or a list, under the claim's own name or under a path of names separated by dots.
 *
 * @returns `undefined` if the claim is missing, which says nothing about groups
 */
export function groupsOf(claims: Claims, claim: string): readonly string[] | undefined {
  // an address contains dots, too
  const value = memberOf(claims, claim) ?? claim.split('.').reduce<unknown>(memberOf, claims);
  if (typeof value === 'string') return [groupName(value)];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === 'string').map(groupName);
}
