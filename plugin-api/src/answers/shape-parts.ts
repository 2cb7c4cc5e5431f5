/** Longer than any name, address or cursor. An answer with longer ones has other faults, too. */
export const LONGEST_TEXT = 10_000;
const LONGEST_PROSE = 200_000;
const MOST_ITEMS = 100_000;

export const text = { type: 'string', minLength: 1, maxLength: LONGEST_TEXT };
export const anyText = { type: 'string', maxLength: LONGEST_TEXT };
export const prose = { type: 'string', maxLength: LONGEST_PROSE };
export const texts = { type: 'array', items: text, maxItems: 1000 };

export function object(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional }, additionalProperties: false };
}

export function listOf(items: object): object {
  return { type: 'array', items, maxItems: MOST_ITEMS };
}
