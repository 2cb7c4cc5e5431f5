import type { LanguageTag } from './languages.js';
import { loadOwn, MESSAGE_GROUPS } from './load-messages.js';
import { loadOwnServerWords } from './server-words.js';

const GROUPS = [
  ...MESSAGE_GROUPS.map((group) => ({ name: group, load: (tag: LanguageTag) => loadOwn(tag, group) })),
  { name: 'server', load: loadOwnServerWords },
];

/** How many messages there are, and which of them a language lacks, each with its group. */
export async function listMissing(tag: LanguageTag): Promise<{ readonly total: number; readonly missing: readonly string[] }> {
  let total = 0;
  const missing: string[] = [];
  for (const group of GROUPS) {
    const [english = {}, own = {}] = await Promise.all([group.load('en'), group.load(tag)]);
    const keys = Object.keys(english);
    total += keys.length;
    missing.push(...keys.filter((key) => !Object.hasOwn(own, key)).map((key) => `${group.name}: ${key}`));
  }
  return { total, missing };
}
