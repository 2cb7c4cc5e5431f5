import { isSentence, type Said, type Sentence, type SentenceValue } from './sentence.js';

/** Changes a text. @param name of the value that it is; absent for words without values */
export type ChangeText = (text: string, name?: string) => string;

function changeValue(value: SentenceValue, name: string, change: ChangeText): SentenceValue {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value))
    return value.map((one: string | Sentence) => (typeof one === 'string' ? change(one, name) : withTexts(one, change)));
  if (typeof value === 'object' && 'anyOf' in value) return { anyOf: value.anyOf.map((one) => change(one, name)) };
  return isSentence(value) ? withTexts(value, change) : value;
}

/** The same with its texts changed: those that a sentence is filled in with, also within a sentence inside it. Its own words stay. */
export function withTexts<Words extends Said>(said: Words, change: ChangeText): Words;
export function withTexts(said: Said, change: ChangeText): Said {
  if (typeof said === 'string') return change(said);
  const { values, text } = said;
  const changed = values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, changeValue(value, name, change)]));
  return { ...said, ...(changed ? { values: changed } : {}), ...(text === undefined ? {} : { text: change(text) }) };
}
