import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** What a message asks to be filled in: each name with the cases that it has, none for a plain one. */
export type Placeholders = ReadonlyMap<string, readonly string[]>;

/** The number that the parser gives to text. */
const LITERAL = 0;
/** And to the `#` of a plural. */
const POUND = 7;

function collect(parts: readonly MessageFormatElement[], found: Map<string, Set<string>>): void {
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
export function placeholdersOf(message: string): Placeholders {
  const found = new Map<string, Set<string>>();
  collect(parse(message, { ignoreTag: true }), found);
  return new Map([...found].map(([name, cases]) => [name, [...cases].sort()]));
}

/** A message with the same case of every choice, counted from its first one. */
function textOf(parts: readonly MessageFormatElement[], choice: number): string {
  const texts = parts.map((part) => {
    if ('options' in part) {
      const cases = Object.values(part.options);
      return textOf(cases[choice % cases.length]?.value ?? [], choice);
    }
    const kind: number = part.type;
    if (kind === POUND) return '2';
    return 'value' in part ? (kind === LITERAL ? part.value : '0') : '';
  });
  return texts.join('');
}

/** No language has more plural forms, and one may have exact cases besides. */
const MOST_CASES = 10;

/** What a message can become, with `0` for each value: each of its cases is in one of the texts at least. */
export function textsOf(message: string): string[] {
  const parts = parse(message, { ignoreTag: true });
  return [...new Set(Array.from({ length: MOST_CASES }, (_, choice) => textOf(parts, choice)))];
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
    theirs = placeholdersOf(translation);
  } catch (error) {
    return `It is not ICU MessageFormat: ${error instanceof Error ? error.message : String(error)}.`;
  }
  const ours = placeholdersOf(english);
  const missing = [...ours.keys()].filter((name) => !theirs.has(name));
  if (missing.length > 0) return `It lacks {${missing.join('}, {')}}.`;
  const extra = [...theirs.keys()].filter((name) => !ours.has(name));
  if (extra.length > 0) return `English has no {${extra.join('}, {')}}.`;
  for (const [name, cases] of ours) {
    const all = theirs.get(name) ?? [];
    // a language may need forms for a number where English gets by with one, as with “{count} more”
    const wanted = casesIn(locale, cases.length === 0 && all.length > 0 ? ['one'] : cases);
    const given = all.filter((one) => one !== 'many' || wanted.includes('many'));
    if (wanted.join() !== given.join()) return `{${name}} needs the cases ${wanted.join(', ')} and has ${given.join(', ')}.`;
  }
  return '';
}
