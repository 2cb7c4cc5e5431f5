/** Bodies of the API are never nested half as deep. */
const MOST_LEVELS = 64;

/**
 * Whether JSON is nested deeper than any real body. Validators and serializers recurse for each level, so a hundred
 * kilobytes of brackets would overflow their stack.
 */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}
