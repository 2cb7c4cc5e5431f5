import { IntlMessageFormat } from 'intl-messageformat';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** What a message asks to be filled in: each name with the cases that it has, none for a plain one. */
export type Placeholders = ReadonlyMap<string, readonly string[]>;

/** The number that the parser gives to text. */
const LITERAL = 0;
/** And to the `#` of a plural. */
const POUND = 7;

function collect(parts: readonly Part[], found: Map<string, Set<string>>): void {
  for (const part of parts) {
    const kind: number = part.type;
    if (kind === LITERAL || kind === POUND || !('value' in part)) continue;
    const cases = found.get(part.value) ?? new Set<string>();
    found.set(part.value, cases);
    if (!('options' in part)) continue;
    for (const [name, { value }] of Object.entries(part.options)) {
      cases.add(name);
      collect(value, found);
    }
  }
}

/**
 * The placeholders of a message.
 *
 * @throws SyntaxError if it is not ICU MessageFormat
 */
export function placeholdersOf(message: string, locale: string): Placeholders {
  const found = new Map<string, Set<string>>();
  collect(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst(), found);
  return new Map([...found].map(([name, cases]) => [name, [...cases].sort()]));
}

const PLURAL_CASE = /^(?:=\d+|zero|one|two|few|many|other)$/;

/** The plural categories that whole numbers up to some hundreds have in a language; those of millions may be left out. */
function pluralCategories(locale: string): Set<string> {
  const rules = new Intl.PluralRules(locale);
  return new Set(Array.from({ length: 301 }, (_, count) => rules.select(count)));
}

/** The cases that a translation must have where English has these. */
function casesIn(locale: string, english: readonly string[]): string[] {
  const isPlural = english.length > 0 && english.every((name) => PLURAL_CASE.test(name)) && english.includes('one');
  if (!isPlural) return [...english];
  const exact = english.filter((name) => name.startsWith('='));
  return [...new Set([...exact, ...pluralCategories(locale), 'other'])].sort();
}

/** What is wrong with a translation, as a sentence for translators; empty if nothing is. */
export function faultOfTranslation(english: string, translation: string, locale: string): string {
  let theirs: Placeholders;
  try {
    theirs = placeholdersOf(translation, locale);
  } catch (error) {
    return `It is not ICU MessageFormat: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const ours = placeholdersOf(english, 'en');
  const missing = [...ours.keys()].filter((name) => !theirs.has(name));
  if (missing.length > 0) return `It lacks {${missing.join('}, {')}}.`;
  const extra = [...theirs.keys()].filter((name) => !ours.has(name));
  if (extra.length > 0) return `English has no {${extra.join('}, {')}}.`;
  for (const [name, cases] of ours) {
    const wanted = casesIn(locale, cases);
    const given = (theirs.get(name) ?? []).filter((one) => one !== 'many' || wanted.includes('many'));
    if (wanted.join() !== given.join()) return `{${name}} needs the cases ${wanted.join(', ')} and has ${given.join(', ')}.`;
  }
  return '';
}
