import { textKey } from '../text-key.js';
import { isGivenName } from './given-names.js';
import { peopleScore, personScore } from './people.js';

/** A text and the author cut from it. */
export interface Byline {
  readonly rest: string;
  readonly author?: string;
}

const IDIOM =
  /^(?:the|an?|my|your|his|her|our|their|its|this|that|all|any|day|night|heart|design|chance|force|force of|fire|blood|step|side|numbers|name|nature|them|me|you|him|us|it|land|sea|water|moonlight|candlelight|invitation|proxy|default)\b/iu;

/** Markers looked at; more make no title. */
const MOST_MARKERS = 6;

/**
 * Where the byline begins: at the last `by`, unless an earlier one names a person of whom the last is a part, as in
 * `On War by Carl von Clausewitz`.
 */
function findByline(text: string): { readonly rest: string; readonly tail: string; readonly isEnglish: boolean } | undefined {
  const markers = [...text.matchAll(/(?<=\S)[\s,]+(by|von|par)\s+(?=\S)/giu)].slice(-MOST_MARKERS);
  const tailOf = (match: RegExpMatchArray): string => text.slice((match.index ?? 0) + match[0].length);
  const last = markers.at(-1);
  if (last === undefined) return undefined;
  const earlier = markers.slice(0, -1).find((match) => peopleScore(tailOf(match).split(/\s[-–—]\s/u)[0] ?? '') >= 0.5);
  const chosen = earlier ?? last;
  return { rest: text.slice(0, chosen.index), tail: tailOf(chosen), isEnglish: chosen[1]?.toLowerCase() === 'by' };
}

/**
 * Cuts `… by Author` off the end. If there is already an author beside a dash, the `by` belongs
 * to the title.
 */
export function cutByline(text: string, how: { readonly built: boolean; readonly scene: boolean }): Byline {
  const found = findByline(text);
  if (found === undefined) return { rest: text };
  const { tail, isEnglish: english } = found;
  const rest = found.rest.replace(/[\s,:–—-]+$/u, '');
  const dash = /\s[-–—]\s/u.exec(tail);
  const author = dash === null ? tail : tail.slice(0, dash.index);
  const behind = dash === null ? '' : tail.slice(dash.index);
  const score = peopleScore(author);
  if (how.built && english) return { rest: rest + behind, author };
  if (!english && score < 0.5) return { rest: text };
  if (IDIOM.test(author) && score < 0.5) return { rest: text };
  const otherAuthor = /\s[-–—]\s/u.test(text) && text.split(/\s[-–—]\s/u).some((part) => !/\bby\b/i.test(part) && personScore(part) >= 0.5);
  if (otherAuthor && score < 0.7) return { rest: text };
  if (!english && otherAuthor) return { rest: text };
  if (score < -0.2 && !/^\p{Ll}+$/u.test(author)) return { rest: text };
  return author.split(/\s+/).length > 8 ? { rest: text } : { rest: rest + behind, author };
}

/** The number of words of a leading name with initials: `H G Wells`, `L Frank Baum`; 0 if unsure. */
function frontNameLength(words: readonly string[]): number {
  const keys = words.map((word) => textKey(word));
  const initial = (at: number): boolean => /^\p{Lu}\.?$/u.test(words[at] ?? '');
  const surname = (at: number): boolean => /^\p{Lu}\p{L}/u.test(words[at] ?? '') && !TITLE_START.has(keys[at] ?? '');
  let at = 0;
  while (initial(at)) at += 1;
  if (at >= 2 && surname(at)) return at + 1;
  return at === 1 && isGivenName(keys[1] ?? '') && surname(2) ? 3 : 0;
}

const TITLE_START = new Set('the a an der die das el la los le les il in of to on how why what'.split(' '));

/**
 * Cuts an author off a text without any separator: in dotted names at the front (`Victor.Hugo.The.…`) or at the end
 * (`Der.Schwarm.Frank.Schaetzing`), elsewhere only with other evidence.
 */
export function cutUnmarkedAuthor(
  text: string,
  how: { readonly scene: boolean; readonly isbn: boolean; readonly persons: number },
): string[] {
  const words = text.split(' ');
  if (how.persons > 0 || words.length < 3 || words.length > 14) return [text];
  const name = (from: number, to: number): number => personScore(words.slice(from, to).join(' '));
  const tails = [4, 3, 2].filter((length) => words.length - length >= 1);
  const initialled = (part: readonly string[]): boolean =>
    part.slice(1, -1).some((word) => /^\p{Lu}\.?$/u.test(word)) || /^\p{Lu}\.?$/u.test(part[0] ?? '');
  if (how.scene) {
    const firstKey = textKey(words[0] ?? '');
    if (!TITLE_START.has(firstKey)) {
      const long = frontNameLength(words);
      if (long > 0 && words.length > long) return [words.slice(0, long).join(' '), words.slice(long).join(' ')];
      for (const length of [4, 3, 2]) {
        if (words.length - length < 1) continue;
        const rest = words.slice(length);
        const startsTitle = TITLE_START.has(textKey(rest[0] ?? ''));
        const score = name(0, length);
        if (length === 4 && !(score >= 0.9 && startsTitle)) continue;
        if (
          length === 3 &&
          !(score >= 0.9 && (initialled(words.slice(0, 3)) || /^(?:de|von|van|le|du)$/i.test(words[1] ?? '') || startsTitle))
        )
          continue;
        if (length === 2 && score < 0.7) continue;
        return [words.slice(0, length).join(' '), rest.join(' ')];
      }
    }
  }
  if (how.scene || how.isbn || words.length >= 3) {
    for (const length of tails) {
      const part = words.slice(-length);
      const score = name(words.length - length, words.length);
      if (!how.scene && !how.isbn && !(initialled(part) && score >= 0.7)) continue;
      if (length === 2 ? score < 0.7 : !(initialled(part) && score >= 0.8)) continue;
      if (length >= 4 && part.filter((word) => /^\p{Lu}\.?$/u.test(word)).length < 2) continue;
      return [words.slice(0, -length).join(' '), part.join(' ')];
    }
  }
  return [text];
}
