/** The most names of books that are not listed any more. A catalogue may bring back what it dropped. */
const MOST_UNLISTED = 1_000;

/**
 * Bounds a list of names that each check makes longer: the listed ones stay, and of the others the last ones. A catalogue that shows
 * other books at every check would fill the database otherwise.
 *
 * @param names the oldest first
 * @param listed names of the parts and books that are listed now
 */
export function rememberNames(names: Iterable<string>, listed: ReadonlySet<string>): string[] {
  const all = [...new Set(names)];
  const spare = all.filter((name) => !listed.has(name)).length - MOST_UNLISTED;
  if (spare <= 0) return all;
  let dropped = 0;
  return all.filter((name) => listed.has(name) || (dropped += 1) > spare);
}
