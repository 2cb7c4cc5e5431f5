/** A provider's statements about a person. */
export type Claims = Readonly<Record<string, unknown>>;

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined;
}

/** Normalizes a group for comparison, because some providers write groups as paths. */
export function groupName(text: string): string {
  return text.trim().replace(/^\//, '');
}

/** An entry of a list: a name, or an object that has one. */
function entryName(item: unknown): readonly string[] {
  const name = typeof item === 'string' ? item : memberOf(item, 'name');
  return typeof name === 'string' ? [name] : [];
}

/**
 * The groups in a claim: a text, or a list of texts or of objects with a `name`; under the claim's own name or under a path of names
 * separated by dots. A text is one name, whatever it holds: naming a group “guests,admins” must put nobody into “admins”.
 *
 * @returns `undefined` if the claim is missing, which says nothing about groups
 */
export function groupsOf(claims: Claims, claim: string): readonly string[] | undefined {
  // an address contains dots, too
  const value = memberOf(claims, claim) ?? claim.split('.').reduce<unknown>(memberOf, claims);
  const entries: readonly unknown[] | undefined = typeof value === 'string' ? [value] : Array.isArray(value) ? value : undefined;
  return entries
    ?.flatMap(entryName)
    .map(groupName)
    .filter((name) => name !== '');
}
