import type { TagFacts } from './tag-facts.js';
import { readTag, readTagRun } from './tags.js';
import { cleanName, isOtherRole, peopleScore, splitPeople } from './people.js';
import { isRange, namesSeries, readFragment, readLabeledSeries, readNovelOf, readPart, readTrailingSeries } from './series-part.js';
import type { SeriesMark } from './series-part.js';

/** The content of a title's brackets, and the remaining text. */
export interface BracketReading {
  /** The title without its brackets; a numeric bracket between two texts is left as ` - 02 - `. */
  readonly text: string;
  readonly narrators: readonly string[];
  readonly authors: readonly string[];
  /** Bare names: narrators if the author is elsewhere, or else authors. */
  readonly persons: readonly string[];
  readonly series: readonly SeriesMark[];
  /** Plain words, which may be a subtitle or a series. */
  readonly words: readonly string[];
}

const NARRATED =
  '(?:narrat(?:ed|or|ion)(?: by)?|read(?:er)?(?: by)?|performed by|voiced by|spoken by|lu par|racont(?:é|e) par|gelesen von|vorgelesen von|sprecher(?:in)?|erz(?:ä|ae)hlt von|letto da|lettura di|le(?:í|i)do por|narrado por|narrador(?:a)?|locu(?:ç|c)(?:ã|a)o|voorgelezen door|uppl(?:ä|a)st av|inl(?:ä|a)st av|l(?:æ|ae)st (?:op )?af|lest av|czyta|читает|исполнитель|namluvil|felolvassa)';
const NARRATED_PHRASE = new RegExp(`^${NARRATED}(?:\\s*:)?\\s(.+)$`, 'isu');

const NARRATOR_LANGUAGE: readonly (readonly [RegExp, string])[] = [
  [/^(?:lu|racont)/i, 'fr'],
  [/^(?:gelesen|vorgelesen|sprecher|erz)/i, 'de'],
  [/^(?:letto|lettura)/i, 'it'],
  [/^(?:le[íi]do|narrad)/i, 'es'],
  [/^voorgelezen/i, 'nl'],
  [/^(?:uppl|inl)/i, 'sv'],
  [/^czyta/i, 'pl'],
  [/^(?:читает|исполнитель)/i, 'ru'],
];

function noteNarratorLanguage(phrase: string, facts: TagFacts): void {
  const found = NARRATOR_LANGUAGE.find(([pattern]) => pattern.test(phrase))?.[1];
  if (found !== undefined && !facts.languages.includes(found)) facts.languages.push(found);
  facts.audio = true;
}

/** Reads a text that is `narrated by X`, in several languages. */
export function readNarrated(text: string, facts: TagFacts): string[] | undefined {
  const match = NARRATED_PHRASE.exec(text.trim());
  if (match === null) return undefined;
  const names = (match[1] ?? '').trimStart().replace(/^(?:by|von|the author)\s+/i, '');
  noteNarratorLanguage(text.trim(), facts);
  return splitPeople(names);
}

const INLINE = new RegExp(`^(.*?\\S)[\\s,;:–—-]+(${NARRATED.replace('(?: by)?|read(?:er)?(?: by)?', ' by|read by')}\\s*:?\\s+.+)$`, 'iu');

/** Cuts `…, narrated by X` off the end of a text. */
export function cutNarrated(text: string, facts: TagFacts): { readonly rest: string; readonly narrators: readonly string[] } {
  const match = INLINE.exec(text);
  if (match === null) return { rest: text, narrators: [] };
  return { rest: match[1] ?? '', narrators: readNarrated(match[2] ?? '', facts) ?? [] };
}

interface Draft {
  narrators: string[];
  authors: string[];
  persons: string[];
  series: SeriesMark[];
  words: string[];
}

function readSeries(text: string): SeriesMark | undefined {
  const part = readPart(text);
  if (part !== undefined) return { part };
  const labeled = readLabeledSeries(text);
  if (labeled !== undefined) return labeled;
  const trailing = readTrailingSeries(text);
  if (trailing !== undefined) return trailing;
  const of = readNovelOf(text);
  if (of !== undefined) return { series: of };
  return namesSeries(text) && text.split(' ').length <= 6 ? { series: text } : undefined;
}

/** @returns `keep` if the bracket belongs to the running text */
function readBracket(inner: string, open: string, facts: TagFacts, draft: Draft, after: string, numbered: boolean): 'drop' | 'keep' {
  const text = inner.trim();
  if (text === '') return 'drop';
  const last = after === '';
  const beforeBitrate = /^\d{2,3} ?k/i.test(after);
  const fragment = readFragment(text);
  if (fragment !== undefined) {
    facts.fragment = fragment;
    return 'drop';
  }
  if (/^full[ -]?cast$/i.test(text)) draft.narrators.push(text);
  if (readTag(text, facts) !== undefined) return 'drop';
  const narrated = readNarrated(text, facts);
  if (narrated !== undefined) {
    draft.narrators.push(...narrated);
    return 'drop';
  }
  const by = /^(?:by|von|di|par|por|door|av)\s+(.+)$/iu.exec(text);
  if (by !== null && peopleScore(by[1] ?? '') > 0) {
    draft.authors.push(...splitPeople(by[1] ?? ''));
    return 'drop';
  }
  if (isOtherRole(text)) return 'drop';
  const mark = readSeries(text);
  if (mark !== undefined && !(mark.series === undefined && isRange(mark.part) && open === '{')) {
    draft.series.push(mark);
    return 'drop';
  }
  if (peopleScore(text) >= 0.5) {
    if (/^[-–—]\s/u.test(after) && numbered) draft.words.push(text);
    else if (facts.year !== undefined && /^[{[(]/.test(after) && facts.formats.length === 0) draft.narrators.push(...splitPeople(text));
    else draft.persons.push(...splitPeople(text));
    return 'drop';
  }
  const leftovers: string[] = [];
  let tags = 0;
  for (const piece of text.split(/\s*[,;|/+·•]\s*|\s[-–—]\s/u)) {
    if (readTag(piece, facts) !== undefined) {
      tags += 1;
      continue;
    }
    const read = readNarrated(piece, facts);
    if (read !== undefined) {
      draft.narrators.push(...read);
      tags += 1;
      continue;
    }
    if (peopleScore(piece) >= 0.5) {
      leftovers.push(piece);
      continue;
    }
    const run = readTagRun(piece, facts);
    tags += run.tags;
    if (run.rest !== '') leftovers.push(run.rest);
  }
  if (leftovers.length === 0) return 'drop';
  if (tags > 0) {
    for (const leftover of leftovers) {
      const series = readSeries(leftover);
      if (series?.series !== undefined) draft.series.push(series);
      else if (peopleScore(leftover) >= 0.2 && leftover.includes(' ')) draft.narrators.push(...splitPeople(leftover));
    }
    return 'drop';
  }
  if (last && open !== '(' && /^[\w.-]{2,20}$/.test(text) && !/^\p{Lu}?\p{Ll}+$/u.test(text)) {
    facts.releaseGroup ??= text;
    return 'drop';
  }
  if (beforeBitrate && /^\p{Lu}[\p{L}'’-]+$/u.test(text)) {
    draft.narrators.push(cleanName(text));
    return 'drop';
  }
  draft.words.push(text);
  return 'keep';
}

const BRACKET = /\[([^[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}/u;

/** Removes the brackets from a title and sorts their content. */
export function readBrackets(text: string, facts: TagFacts): BracketReading {
  const draft: Draft = { narrators: [], authors: [], persons: [], series: [], words: [] };
  let rest = text;
  for (let guard = 0; guard < 20; guard += 1) {
    const match = BRACKET.exec(rest);
    if (match === null) break;
    const open = match[0].charAt(0);
    const inner = match[1] ?? match[2] ?? match[3] ?? '';
    const before = rest.slice(0, match.index);
    const after = rest.slice(match.index + match[0].length);
    const numeric = /^#?\s*\d{1,3}(?:\.\d)?$/.test(inner.trim());
    if (numeric && /\p{L}\s*$/u.test(before) && /^\s*[\p{L}]/u.test(after)) {
      rest = `${before.trim()} - ${inner.trim()} - ${after.trim()}`;
      continue;
    }
    const verdict = readBracket(inner, open, facts, draft, after.trim(), /^\s*\d{1,3}(?:\.\d)?[.\s-]/.test(text));
    const title = verdict === 'keep' && open === '(' && /^\s+by\s/i.test(after) && inner.includes(' ');
    if (title) {
      draft.words.pop();
      rest = `${before}\ue000${inner}\ue001${after}`;
    } else rest = `${before} ${after}`;
  }
  return {
    text: rest
      .replace(/[[\]{}]/g, ' ')
      .replace(/\ue000/g, '(')
      .replace(/\ue001/g, ')')
      .replace(/\s+/g, ' ')
      .trim(),
    ...draft,
  };
}
