export type MessageValues = Record<string, string | number>;

const pluralRules = new Map<string, Intl.PluralRules>();
function pluralOf(locale: string, count: number): Intl.LDMLPluralRule {
  let rules = pluralRules.get(locale);
  if (!rules) {
    rules = new Intl.PluralRules(locale);
    pluralRules.set(locale, rules);
  }
  return rules.select(count);
}

const PLURAL = /\{(\w+), plural,((?:\s*(?:=\d+|\w+) \{[^{}]*\})+)\s*\}/g;
const CASE = /(=\d+|\w+) \{([^{}]*)\}/g;
const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Fills in a message: `{name}` and `{count, plural, =0 {none} one {# book} other {# books}}`. A placeholder without a value stays visible.
 */
export function formatMessage(template: string, values: MessageValues, locale: string): string {
  const number = new Intl.NumberFormat(locale);
  const withPlurals = template.replace(PLURAL, (_whole, name: string, cases: string) => {
    const count = Number(values[name]);
    const options = new Map<string, string>();
    for (const [, label, text] of cases.matchAll(CASE)) if (label !== undefined) options.set(label, text ?? '');
    const text = options.get(`=${count}`) ?? options.get(pluralOf(locale, count)) ?? options.get('other') ?? '';
    return text.replaceAll('#', () => number.format(count));
  });
  return withPlurals.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number.format(value) : value;
  });
}
