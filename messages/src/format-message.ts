import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { formatToParts, IntlMessageFormat, type Formatters } from 'intl-messageformat';
import { elided, elides, markElision } from './elision.js';
import { formatterOf } from './formatter-of.js';
import { isolated, withIsolatedPlaces } from './isolated.js';
import { accented } from './pseudo-locale.js';

export type MessageValues = Readonly<Record<string, string | number>>;

interface Compiled {
  readonly parts: MessageFormatElement[];
  /** The placeholders that stand alone, as in `{name}`. */
  readonly plain: ReadonlySet<string>;
}

/** Under this name a placeholder has its value as people read it, while a plural of the same name has the number. */
const shown = (name: string) => `${name} shown`;

// The numbers that the parser gives to the kinds of parts; it exports them as a `const enum`, which modules compiled alone cannot read.
const LITERAL = 0;
const ARGUMENT = 1;

function prepare(parts: readonly MessageFormatElement[], plain: Set<string>, isPseudo: boolean, locale: string): void {
  for (const [index, part] of parts.entries()) {
    const kind: number = part.type;
    const next: number | undefined = parts[index + 1]?.type;
    if (kind === LITERAL && next === ARGUMENT && elides(locale) && 'value' in part) part.value = markElision(part.value);
    if (kind === LITERAL && 'value' in part) part.value = withIsolatedPlaces(part.value, locale, next !== undefined);
    if (kind === LITERAL && isPseudo && 'value' in part) part.value = accented(part.value);
    if (kind === ARGUMENT && 'value' in part) {
      plain.add(part.value);
      part.value = shown(part.value);
    }
    if ('options' in part) for (const { value } of Object.values(part.options)) prepare(value, plain, isPseudo, locale);
  }
}

function compile(message: string, locale: string, isPseudo: boolean): Compiled {
  // “<” is a character like any other: no message holds markup
  const parts = parse(message, { ignoreTag: true });
  const plain = new Set<string>();
  prepare(parts, plain, isPseudo, locale);
  return { parts, plain };
}

// The library's own class looks up the locale again for each message, which for the messages of a page takes longer than writing them.
const formatters: Formatters = {
  getNumberFormat: (locale, options = {}) => formatterOf(Intl.NumberFormat, String(locale), options),
  getDateTimeFormat: (locale, options = {}) => formatterOf(Intl.DateTimeFormat, String(locale), options),
  getPluralRules: (locale, options = {}) => formatterOf(Intl.PluralRules, String(locale), options),
};

function write({ parts }: Compiled, values: MessageValues, locale: string): string {
  const written = formatToParts<string>(parts, locale, formatters, IntlMessageFormat.formats, { ...values });
  return written.map(({ value }) => value).join('');
}

const compiled = new Map<string, Compiled | null>();

function compiledOnce(message: string, locale: string, isPseudo: boolean): Compiled | null {
  const key = `${isPseudo ? 'pseudo' : locale} ${message}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  let made: Compiled | null;
  try {
    made = compile(message, locale, isPseudo);
  } catch {
    made = null;
  }
  compiled.set(key, made);
  return made;
}

/** Whether a message has anything to fill in or to unquote. */
const HAS_SYNTAX = /[{']/;

/**
 * Fills in a message in ICU MessageFormat: `{name}` and `{count, plural, =0 {none} one {# book} other {# books}}`. Numbers are written as
 * the locale does. A placeholder without a value stays visible, and so does a message that cannot be read: a fault in one sentence takes
 * no page away.
 * Text against the direction of the sentence is isolated in it, and so are places that the message itself names.
 * French elides before a value: “de Verne”, “d’Austen”.
 */
export function formatMessage(message: string, values: MessageValues, locale: string, isPseudo = false): string {
  if (!HAS_SYNTAX.test(message)) return isPseudo ? accented(message) : withIsolatedPlaces(message, locale);
  const known = compiledOnce(message, locale, isPseudo);
  if (!known) return message;
  const given: Record<string, string | number> = { ...values };
  for (const name of known.plain) {
    const value = values[name];
    given[shown(name)] =
      value === undefined
        ? `{${name}}`
        : typeof value === 'number'
          ? formatterOf(Intl.NumberFormat, locale, {}).format(value)
          : isolated(value, locale);
  }
  try {
    const text = write(known, given, locale);
    return elides(locale) ? elided(text) : text;
  } catch {
    return message;
  }
}
