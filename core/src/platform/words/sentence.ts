import { formatBytes, formatMessage, formatterOf, isolated, unspaced } from '@lectern/messages';
import { ENGLISH_WORDS, type ServerKey } from '@lectern/messages/server';

/** A quantity, which each language writes its own way. */
export type Quantity = { readonly bytes: number } | { readonly seconds: number } | { readonly at: string } | { readonly language: string };

/** What a sentence is filled in with. A list is written with the commas and the “and” of the language, and `anyOf` with its “or”. */
export type SentenceValue = string | number | Quantity | Sentence | readonly (string | Sentence)[] | AnyOf;

/** Texts of which each will do. */
export interface AnyOf {
  readonly anyOf: readonly string[];
}

export type SentenceValues = Readonly<Record<string, SentenceValue>>;

/** A sentence that is put into words for each reader. It can be stored as JSON. */
export interface Sentence {
  readonly key: string;
  readonly values?: SentenceValues;
  /** The id of the plugin whose messages have the key; absent for the server’s own. */
  readonly plugin?: string;
  /** The English, filled in already: of a plugin's sentence, and of one whose words this version may not have. */
  readonly text?: string;
}

/** A sentence, or words that are the same in every language, such as what a remote service said. */
export type Said = string | Sentence;

type NameIn<Text extends string> = Text extends `${infer Head}}${string}` ? (Head extends `${infer Name},${string}` ? Name : Head) : never;

// a case of a plural, such as `one {# book}`, is in braces as well, but has a space or a `#`
type Placeholder<Name extends string> = Name extends '' | `${string} ${string}` | `${string}#${string}` | `${string}{${string}`
  ? never
  : Name;

/** The names that a message in ICU MessageFormat asks for. A case of a `select` or a plural must have two words or a `#` in English. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Placeholder<NameIn<Rest>> | PlaceholdersOf<Rest>
  : never;

/** The values that the sentence of a key asks for. */
export type ValuesOf<Key extends ServerKey> = Readonly<Record<PlaceholdersOf<(typeof ENGLISH_WORDS)[Key]>, SentenceValue>>;

/** A sentence of the server. The compiler asks for the values that its English declares. */
export function sentence<Key extends ServerKey>(
  key: Key,
  ...[values]: [keyof ValuesOf<Key>] extends [never] ? [] : [values: ValuesOf<Key>]
): Sentence {
  return values === undefined ? { key } : { key, values: values };
}

export function isSentence(value: unknown): value is Sentence {
  return typeof value === 'object' && value !== null && typeof (value as { key?: unknown }).key === 'string';
}

/** Writes values in a language. */
export interface ValueWriter {
  readonly locale: string;
  readonly say: (said: Said) => string;
}

const DURATIONS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

function writeDuration(seconds: number, locale: string): string {
  const { unit, seconds: length } = DURATIONS.find((one) => seconds >= one.seconds) ?? DURATIONS[3];
  const format = formatterOf(Intl.NumberFormat, locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 });
  return unspaced(format.format(Math.round(seconds / length)));
}

function writeMoment(at: string, locale: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const isDay = at.length === 10;
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'long', ...(isDay ? {} : { timeStyle: 'short' }), timeZone: 'UTC' };
  return formatterOf(Intl.DateTimeFormat, locale, options).format(time);
}

/** The name of a language, or its code if it has none. */
function writeLanguage(code: string, locale: string): string {
  try {
    return formatterOf(Intl.DisplayNames, locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Each by itself: as one text, names against the direction of the sentence would come in the opposite order. */
function writeList(texts: readonly string[], type: 'conjunction' | 'disjunction', locale: string): string {
  return formatterOf(Intl.ListFormat, locale, { type }).format(texts.map((text) => isolated(text, locale)));
}

function isList(value: SentenceValue): value is readonly (string | Sentence)[] {
  return Array.isArray(value);
}

function writeValue(value: SentenceValue | null, { locale, say }: ValueWriter): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  // what JSON makes of a number that is none, such as the size that a service did not tell
  if (value === null) return '?';
  if (isList(value)) return writeList(value.map(say), 'conjunction', locale);
  if ('anyOf' in value) return writeList(value.anyOf, 'disjunction', locale);
  if ('bytes' in value) return formatBytes(value.bytes, locale);
  if ('seconds' in value) return writeDuration(value.seconds, locale);
  if ('at' in value) return writeMoment(value.at, locale);
  if ('language' in value) return writeLanguage(value.language, locale);
  return say(value);
}

/** Fills in a message with the values of a sentence. */
export function fillIn(message: string, values: SentenceValues = {}, writer: ValueWriter, isPseudo = false): string {
  const written = Object.entries(values).map(([name, value]) => [name, writeValue(value, writer)] as const);
  return formatMessage(message, Object.fromEntries(written), writer.locale, isPseudo);
}

/** The message of a key. What every object has, such as `constructor`, is none. */
export function messageIn(messages: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(messages, key) ? messages[key] : undefined;
}

/** In English, for logs, for what is stored as text, and for callers that name no language. */
export function inEnglish(said: Said): string {
  if (typeof said === 'string') return said;
  const message = messageIn(ENGLISH_WORDS, said.key);
  if (message === undefined || said.plugin !== undefined) return said.text ?? said.key;
  return fillIn(message, said.values, { locale: 'en', say: inEnglish });
}
