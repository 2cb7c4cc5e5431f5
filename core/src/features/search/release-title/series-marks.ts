import { textKey } from '../text-key.js';
import type { BracketReading } from './brackets.js';
import type { NamedSeries } from './parsed-release.js';
import type { Roles } from './roles.js';
import type { SeriesMark } from './series-part.js';

/** The series in the text, its brackets and its folders. */
export function gatherMarks(roles: Roles, brackets: BracketReading, folders: readonly string[]): SeriesMark[] {
  const marks = [...roles.series, ...brackets.series];
  const folder = folders[1];
  if (folder !== undefined && marks.every((mark) => mark.series === undefined)) marks.unshift({ series: folder });
  const [word] = brackets.words;
  const isAlone = marks.length === 0 && brackets.words.length === 1;
  if (roles.leadingPart !== undefined && isAlone && word !== undefined && word.split(' ').length <= 4) {
    marks.push({ series: word, part: roles.leadingPart });
  }
  return marks;
}

/** Picks the main series. */
export function mergeSeries(
  marks: readonly SeriesMark[],
  leading: string | undefined,
): { series?: string; part?: string; other: NamedSeries[] } {
  const named = marks.filter((mark) => mark.series !== undefined && mark.series !== '');
  const main = named.at(-1);
  const loose = marks.find((mark) => mark.series === undefined)?.part;
  const other = named
    .slice(0, -1)
    .filter((mark) => textKey(mark.series ?? '') !== textKey(main?.series ?? ''))
    .map((mark) => ({ series: mark.series ?? '', ...(mark.part === undefined ? {} : { part: mark.part }) }));
  return { series: main?.series, part: main?.part ?? loose ?? leading, other };
}
