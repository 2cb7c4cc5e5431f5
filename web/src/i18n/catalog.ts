import { loadMessages, type LanguageTag, type MessageGroup, type MessageKey, type Messages } from '@lectern/messages';

export type { MessageKey } from '@lectern/messages';

let spoken: LanguageTag = 'en';
let messages: Messages = {};
const needed = new Map<MessageGroup, Promise<void>>();
const listeners = new Set<() => void>();

async function load(group: MessageGroup): Promise<void> {
  const language = spoken;
  try {
    const more = await loadMessages(language, group);
    if (language === spoken) messages = { ...messages, ...more };
    else await load(group);
  } catch (error) {
    // whoever needs it next tries again
    needed.delete(group);
    throw error;
  }
}

/**
 * A part of the program says which messages it needs, where it is loaded. `loadPart` waits for them, so that the part is never seen
 * without words.
 */
export function needMessages(...groups: readonly MessageGroup[]): void {
  for (const group of groups) {
    if (needed.has(group)) continue;
    const loading = load(group);
    // `neededMessages` reports it
    loading.catch(() => {});
    needed.set(group, loading);
  }
}

/** Waits for what was needed so far. Rejects if a file of messages cannot be had. */
export async function neededMessages(): Promise<void> {
  await Promise.all(needed.values());
}

/** Puts everything into another language, once all of it is there. */
export async function speak(language: LanguageTag): Promise<void> {
  if (language === spoken) return;
  let groups: MessageGroup[];
  let words: Messages[];
  do {
    groups = [...needed.keys()];
    words = await Promise.all(groups.map((group) => loadMessages(language, group)));
  } while (groups.length !== needed.size);
  spoken = language;
  messages = Object.assign({}, ...words) as Messages;
  for (const tell of listeners) tell();
}

export function spokenLanguage(): LanguageTag {
  return spoken;
}

/** Calls back when the language has changed. Returns what ends that. */
export function onLanguage(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** A text from elsewhere, such as a schema's title: translated by its key, or unchanged. */
export function wordsOf(key: string, english: string): string {
  return messages[key] ?? english;
}

/** Returns the key itself if a message is missing, which makes the gap visible. */
export function messageOf(key: MessageKey): string {
  return messages[key] ?? key;
}
