import { IntlMessageFormat } from 'intl-messageformat';
import { accented } from './pseudo-locale.js';

export type MessageValues = Readonly<Record<string, string | number>>;

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

interface Compiled {
  readonly format: IntlMessageFormat;
  /** The placeholders that stand alone, as in `{name}`. */
  readonly plain: ReadonlySet<string>;
}

/** Under this name a placeholder has its value as people read it, while a plural of the same name has the number. */
const shown = (name: string) => `${name} shown`;

// The numbers that the parser gives to the kinds of parts; it exports them as a `const enum`, which modules compiled alone cannot read.
const LITERAL = 0;
const ARGUMENT = 1;

function prepare(parts: readonly Part[], plain: Set<string>, isPseudo: boolean): void {
  for (const part of parts) {
    const kind: number = part.type;
    if (kind === LITERAL && isPseudo && 'value' in part) part.value = accented(part.value);
    if (kind === ARGUMENT && 'value' in part) {
      plain.add(part.value);
      part.value = shown(part.value);
    }
    if ('options' in part) for (const { value } of Object.values(part.options)) prepare(value, plain, isPseudo);
  }
}

function compile(message: string, locale: string, isPseudo: boolean): Compiled {
  // “<” is a character like any other: no message holds markup
  const parts = new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst();
  const plain = new Set<string>();
  prepare(parts, plain, isPseudo);
  return { format: new IntlMessageFormat(parts, locale), plain };
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
 */
export function formatMessage(message: string, values: MessageValues, locale: string, isPseudo = false): string {
  if (!HAS_SYNTAX.test(message)) return isPseudo ? accented(message) : message;
  const known = compiledOnce(message, locale, isPseudo);
  if (!known) return message;
  const given: Record<string, string | number> = { ...values };
  for (const name of known.plain) {
    const value = values[name];
    given[shown(name)] = value === undefined ? `{${name}}` : typeof value === 'number' ? formatNumber(value, locale) : value;
  }
  try {
    return String(known.format.format(given));
  } catch {
    return message;
  }
}

const numbers = new Map<string, Intl.NumberFormat>();

function formatNumber(value: number, locale: string): string {
  let format = numbers.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale);
    numbers.set(locale, format);
  }
  return format.format(value);
}
