/** `npm run translations`: how much of each language is translated, and which keys are not. */
import { LANGUAGES, type LanguageTag } from './languages.js';
import { loadOwn, MESSAGE_GROUPS } from './load-messages.js';
import { loadOwnServerWords } from './server-words.js';

const GROUPS = [
  ...MESSAGE_GROUPS.map((group) => ({ name: group, load: (tag: LanguageTag) => loadOwn(tag, group) })),
  { name: 'server', load: loadOwnServerWords },
];

for (const { tag, name } of LANGUAGES) {
  let total = 0;
  const missing: string[] = [];
  for (const group of GROUPS) {
    const [english = {}, own = {}] = await Promise.all([group.load('en'), group.load(tag)]);
    const keys = Object.keys(english);
    total += keys.length;
    missing.push(...keys.filter((key) => !Object.hasOwn(own, key)).map((key) => `  ${group.name}: ${key}`));
  }
  console.log([`${tag} (${name}): ${Math.floor((1000 * (total - missing.length)) / total) / 10} % of ${total}`, ...missing].join('\n'));
}
