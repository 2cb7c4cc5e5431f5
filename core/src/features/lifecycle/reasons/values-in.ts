const CHOICE = /\{(\w+), (plural|select),((?:\s*\w+ \{[^{}]*\})+)\s*\}/g;
const PLACEHOLDER = /\{(\w+)\}/g;

/** The names of the values that a sentence in ICU MessageFormat uses. */
export function valuesIn(template: string): string[] {
  const choices = [...template.matchAll(CHOICE)].map(([, name = '']) => name);
  const plain = [...template.replace(CHOICE, '').matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set([...choices, ...plain])];
}
