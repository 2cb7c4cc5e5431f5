import { ENGLISH_WORDS } from '@lectern/messages/server';
import { inEnglish, isSentence, type Said, type Sentence } from './sentence.js';

/** The key of words that are no sentence, but would be read as one, such as JSON in which a service answered. */
const NO_KEY = '';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isValue(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true;
  if (Array.isArray(value)) return value.every((one: unknown) => typeof one === 'string' || isWhole(one));
  if (!isObject(value)) return false;
  const { bytes, seconds, at, language, anyOf } = value;
  if (Array.isArray(anyOf)) return anyOf.every((one) => typeof one === 'string');
  return typeof (bytes ?? seconds) === 'number' || typeof (at ?? language) === 'string' || isWhole(value);
}

/** Whether all that a sentence is said from is there, as in what nobody but `storeSaid` wrote. */
function isWhole(value: unknown): value is Sentence {
  if (!isSentence(value)) return false;
  const { values, plugin, text } = value as { readonly values?: unknown; readonly plugin?: unknown; readonly text?: unknown };
  return (
    (values === undefined || (isObject(values) && Object.values(values).every(isValue))) &&
    (plugin === undefined || typeof plugin === 'string') &&
    (text === undefined || typeof text === 'string')
  );
}

/** Whether this version has the words of all keys, those within as well. A plugin's messages are looked up when it is said. */
function isKnown({ key, values = {}, plugin }: Sentence): boolean {
  const within = Object.values(values).flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]));
  return (plugin !== undefined || Object.hasOwn(ENGLISH_WORDS, key)) && within.every((one) => !isSentence(one) || isKnown(one));
}

function withoutText({ text: _, ...said }: Sentence): Sentence {
  return said;
}

/** A sentence as this version can say it: its English where it lacks the words. */
function sayable(said: Sentence, english: string | undefined): Said {
  if (!isKnown(said)) return english ?? said;
  if (said.plugin !== undefined) return english === undefined ? said : { ...said, text: english };
  return withoutText(said);
}

/** The English that begins what {@link storeSaid} wrote, where the rest was damaged. */
function englishOf(text: string): string | undefined {
  const [, quoted] = /^\{"text":("(?:[^"\\]|\\.)*")/s.exec(text) ?? [];
  try {
    return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
  } catch {
    return undefined;
  }
}

/**
 * What is said, as a text column keeps it: a sentence as JSON that begins with its English, other words as they are unless they look like
 * one.
 */
export function storeSaid(said: Said): string {
  if (typeof said !== 'string') return JSON.stringify({ text: inEnglish(said), ...withoutText(said) });
  return storedSaid(said) === said ? said : JSON.stringify({ text: said, key: NO_KEY });
}

/** What {@link storeSaid} wrote, or the text that an older version wrote. The English stands in where it is damaged, or of another version. */
export function storedSaid(text: string): Said {
  if (!text.startsWith('{')) return text;
  try {
    const value: unknown = JSON.parse(text);
    if (!isWhole(value)) return englishOf(text) ?? text;
    return value.key === NO_KEY ? (value.text ?? text) : sayable(value, value.text);
  } catch {
    return englishOf(text) ?? text;
  }
}

/** What is said, as two columns: its English, which is searched, and the sentence, if it is one. */
export function saidColumns(said: Said): { readonly english: string; readonly sentence: string | null } {
  return { english: inEnglish(said), sentence: isSentence(said) ? JSON.stringify(said) : null };
}

/** What {@link saidColumns} made. The English stands in where the sentence is damaged, or another version had it and this one does not. */
export function saidOfColumns(english: string, sentence: string | null): Said {
  const said = storedSaid(sentence ?? '');
  return isSentence(said) ? sayable(said, english) : english;
}
