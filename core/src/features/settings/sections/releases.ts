import Type from 'typebox';
import { field, section } from '../section.js';

/** Words are compared as letters and digits, so a text without any could never match. */
const word = Type.String({ minLength: 1, maxLength: 60, pattern: '[\\p{L}\\p{N}]' });
const WORD_PROBLEM = 'A word needs a letter or a digit.';

/** Minutes, up to a month. */
const delay = Type.Integer({ minimum: 0, maximum: 43_200 });
const LONG_WAIT = { above: 2880, text: 'Every request that finds a new release waits longer than two days.' };

/** Points by which a flag can raise or lower a score; the lower end excludes the release. */
const flagRule = Type.Object(
  {
    flag: Type.String({ title: 'Flag', minLength: 1, maxLength: 40 }),
    points: Type.Integer({ title: 'Points', minimum: -100, maximum: 100 }),
  },
  { additionalProperties: false },
);

/** How an automatic search chooses, beyond what the name of a release says about the book. */
export const releases = section({
  title: 'Choosing a release',
  note: 'These rules apply to automatic searches. Somebody who chooses a release by hand sees what the rules say and can override them.',
  fields: {
    torrentDelayMinutes: field(delay, {
      default: 0,
      title: 'Delay for torrents',
      help: 'Lectern waits this many minutes after a release was published, because a better one may appear. Then it takes the best. 0 means no wait.',
      ui: { caution: LONG_WAIT },
    }),
    usenetDelayMinutes: field(delay, {
      default: 0,
      title: 'Delay for Usenet',
      help: 'The same wait, for Usenet.',
      ui: { caution: LONG_WAIT },
    }),
    forbiddenWords: field(Type.Array(word, { maxItems: 50, uniqueItems: true }), {
      default: [],
      title: 'Must not contain',
      help: 'Releases with one of these words in their name are not downloaded. Only whole words count. Case and accents make no difference, and words in the book’s own title are ignored.',
      ui: { problem: WORD_PROBLEM },
    }),
    requiredWords: field(Type.Array(word, { maxItems: 50, uniqueItems: true }), {
      default: [],
      title: 'Must contain',
      help: 'The name of an audiobook’s release needs at least one of these words. Leave the list empty to allow any name.',
      ui: { problem: WORD_PROBLEM },
    }),
    flagRules: field(Type.Array(flagRule, { maxItems: 30, uniqueItems: true }), {
      default: [],
      title: 'Indexer flag points',
      help: 'Indexers mark releases with flags, such as freeleech, halfleech or internal. Each adds its points to the score of a release, from −100 to 100; −100 excludes it. Points never lift a release over the minimum score.',
    }),
  },
});
