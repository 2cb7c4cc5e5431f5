import { arabic } from './ar/index.js';
import { german } from './de/index.js';
import { english } from './en/index.js';
import { spanish } from './es/index.js';
import { french } from './fr/index.js';
import { japanese } from './ja/index.js';
import type { MessageGroup } from './groups.js';
import type { LanguageTag } from './languages.js';
import type { Groups, Messages } from './messages.js';

const GROUPS: Readonly<Record<LanguageTag, Groups>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
  ar: arabic,
};

/** All groups, as English has them. */
export const MESSAGE_GROUPS = Object.keys(english) as MessageGroup[];

/** What a language itself has of a group, if anything. */
export async function loadOwn(tag: LanguageTag, group: MessageGroup): Promise<Messages | undefined> {
  return GROUPS[tag][group]?.();
}

/**
 * The messages of a group in a language, each by its key. The build of the web UI fills what a translation lacks with English, so that
 * nobody loads a group twice.
 *
 * @throws what `import()` throws, where the messages are files that cannot be read now
 */
export async function loadMessages(tag: LanguageTag, group: MessageGroup): Promise<Messages> {
  return (await loadOwn(tag, group)) ?? english[group]();
}
