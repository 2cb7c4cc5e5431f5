const CHOICE = /\{(\w+), (plural|select),((?:\s*\w+ \{[^{}]*\})+)\s*\}/g;
const CASE = /\b(\w+) \{([^{}]*)\}/g;
const PLACEHOLDER = /\{(\w+)\}/g;

export type SentenceValues = Readonly<Record<string, string | number>>;

/**
 * Fills an English sentence in the notation of ICU messages: `{name}`, `{n, plural, one {# book} other {# books}}` and
 * `{kind, select, ebook {ebook sources} other {indexers}}`. Cases hold plain words.
 */
export function formatSentence(template: string, values: SentenceValues): string {
  const chosen = template.replace(CHOICE, (_whole, name: string, how: string, cases: string) => {
    const value = values[name];
    const wanted = how === 'select' ? String(value) : value === 1 ? 'one' : 'other';
    const texts = new Map([...cases.matchAll(CASE)].map(([, label = '', text = '']) => [label, text]));
    return (texts.get(wanted) ?? texts.get('other') ?? '').replaceAll('#', String(value));
  });
  return chosen.replace(PLACEHOLDER, (whole, name: string) => String(values[name] ?? whole));
}

/** The names of the values that a sentence uses. */
export function valuesIn(template: string): string[] {
  const choices = [...template.matchAll(CHOICE)].map(([, name = '']) => name);
  const plain = [...template.replace(CHOICE, '').matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set([...choices, ...plain])];
}
