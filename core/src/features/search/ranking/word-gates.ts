import { quotedList, sentence } from '../../../platform/words/index.js';
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
  if (rules.forbiddenWords.length === 0) return pass(name, sentence('ranking.no_word_forbidden'));
  const words = spaced(release.title);
  const series = [wanted.series ?? '', ...(wanted.alsoInSeries ?? []).map((entry) => entry.series)];
  const own = spaced(wanted.title, wanted.subtitle ?? '', ...series);
  const found = rules.forbiddenWords.find((word) => holds(words, word) && !holds(own, word));
  return found === undefined
    ? pass(name, sentence('ranking.no_forbidden_word'))
    : fail(name, sentence('ranking.forbidden_word', { word: found }));
};

/** For audiobooks only, because the words that people require, such as formats, are those of recordings. */
export const requiredWord: Gate = ({ release, wanted, rules }) => {
  const name = 'required_word';
  if (rules.requiredWords.length === 0 || wanted.format === 'ebook') return pass(name, sentence('ranking.no_word_required'));
  const words = spaced(release.title);
  const found = rules.requiredWords.find((word) => holds(words, word));
  if (found !== undefined) return pass(name, sentence('ranking.required_word', { word: found }));
  const [word = '', ...others] = rules.requiredWords;
  return fail(
    name,
    others.length === 0
      ? sentence('ranking.lacks_required_word', { word })
      : sentence('ranking.lacks_required_words', { words: quotedList(rules.requiredWords.slice(0, 5)) }),
  );
};
