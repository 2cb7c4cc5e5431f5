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

/** What a claim says of somebody's groups. */
export interface Groups {
  readonly names: readonly string[];
  /**
   * The parts of a text with commas. It may be several names, as some providers join them, or one name that holds commas, as those of directories
   * do: enough to let somebody in, but not to make them an admin.
   */
  readonly joined: readonly string[];
}

/**
 * The groups in a claim: a text, or a list of texts or of objects with a `name`; under the claim's own name or under a path of names
 * separated by dots. Blanks do not separate names: in “library admins” nobody is in “admins”.
 *
 * @returns `undefined` if the claim is missing, which says nothing about groups
 */
export function groupsOf(claims: Claims, claim: string): Groups | undefined {
  // an address contains dots, too
  const value = memberOf(claims, claim) ?? claim.split('.').reduce<unknown>(memberOf, claims);
  const clean = (names: readonly string[]): readonly string[] => names.map(groupName).filter((name) => name !== '');
  if (typeof value === 'string') return { names: clean([value]), joined: value.includes(',') ? clean(value.split(',')) : [] };
  return Array.isArray(value) ? { names: clean(value.flatMap(entryName)), joined: [] } : undefined;
}
