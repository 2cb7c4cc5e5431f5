import type { Gate } from './gate.js';
import { fail, pass } from './gate.js';
import { textKey } from '../text-key.js';

/** The words of texts with a blank on either side, so that whole words can be found in them. */
function spaced(...texts: readonly string[]): string {
  return ` ${texts.map(textKey).join(' \n ')} `;
}

function holds(words: string, wanted: string): boolean {
  const key = textKey(wanted);
  return key !== '' && words.includes(` ${key} `);
}

export const forbiddenWord: Gate = ({ release, wanted, rules }) => {
  const name = 'forbidden_word';
  if (rules.forbiddenWords.length === 0) return pass(name, 'no word is forbidden');
  const words = spaced(release.title);
  const series = [wanted.series ?? '', ...(wanted.alsoInSeries ?? []).map((entry) => entry.series)];
  const own = spaced(wanted.title, wanted.subtitle ?? '', ...series);
  const found = rules.forbiddenWords.find((word) => holds(words, word) && !holds(own, word));
  return found === undefined ? pass(name, 'no forbidden word in the name') : fail(name, `the forbidden word “${found}” is in the name`);
};

/** For audiobooks only, because the words that people require, such as formats, are those of recordings. */
export const requiredWord: Gate = ({ release, wanted, rules }) => {
  const name = 'required_word';
  if (rules.requiredWords.length === 0 || wanted.format === 'ebook') return pass(name, 'no word is required');
  const words = spaced(release.title);
  const found = rules.requiredWords.find((word) => holds(words, word));
  if (found !== undefined) return pass(name, `the required word “${found}” is in the name`);
  const asked = rules.requiredWords.map((word) => `“${word}”`);
  return fail(
    name,
    asked.length === 1
      ? `the required word ${asked.join()} is not in the name`
      : `none of the required words ${asked.slice(0, 5).join(', ')} is in the name`,
  );
};
