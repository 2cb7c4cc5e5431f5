/** No body of the API is nested half as deep. */
const MOST_LEVELS = 64;

/**
 * Whether JSON is nested deeper than anything that is meant. Validators, copies and printers call themselves for each
 * level, and a hundred kilobytes of brackets would be too much for them.
 */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}
