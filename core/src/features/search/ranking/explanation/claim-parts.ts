import { normalizePart } from '../../release-title/series-part.js';
import type { Claims } from './claims.js';
import type { WantedPhrases } from './wanted-phrases.js';

/** Words in front of the number of a book in its series. */
const BOOK = new Set('book bk band bd buch tome livre libro deel bok no number nr vol volume episode кн книга том'.split(' '));
/** Words that number a piece of one recording as well. */
const PIECE = new Set('part pt teil часть cd disc disk side track chapter kapitel'.split(' '));
const RANGE = new Set('to bis and'.split(' '));
const OF = new Set('of in from der aus von de del du sur'.split(' '));
/** Words that only say that something is a series; `trilogy` and `books` also name the whole of it. */
const SERIES = new Set('series saga cycle chronicles archive universe reihe zyklus mysteries files'.split(' '));
const WHOLE_SERIES = new Set('trilogy quartet novels books tales'.split(' '));
/** English ones stand in names of every language. */
const ARTICLE = new Set('a an the'.split(' '));
const KIND = new Set('novel thriller mystery story adventure book tale romance krimi roman'.split(' '));

interface Numbers {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** Where the series stands beside a token; the title stands for a series of the same name. */
function createSeriesTest(claims: Claims, wanted: WantedPhrases): (at: number) => boolean {
  return (at) => {
    const kind = claims.kindAt(at);
    return kind === 'series' || kind === 'furniture' || (kind === 'title' && wanted.isNamedLikeSeries);
  };
}

function valueOf(key: string, isLabelled: boolean): number | undefined {
  if (/^\d{1,3}(?:\.\d{1,2})?$/.test(key)) return Number(key);
  if (!isLabelled || !/^(?:[ivxl]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/.test(key)) return undefined;
  const part = normalizePart(key);
  return part === undefined ? undefined : Number(part);
}

/** `1-7`, `1 & 2`, `2 of 3`: not the number of one book. */
function isSpan(claims: Claims, { from, to }: Pick<Numbers, 'from' | 'to'>, label: string | undefined): boolean {
  const { tokens, text } = claims.name;
  const isNumber = (at: number): boolean => claims.isFree(at) && /^\d{1,3}$/.test(tokens[at]?.key ?? '');
  const gapBehind = text.slice(tokens[to - 1]?.end ?? 0, tokens[to]?.start ?? 0);
  if (isNumber(to) && /^\s?[-–—+,]\s?$/u.test(gapBehind)) return true;
  const gapBefore = text.slice(tokens[from - 1]?.end ?? 0, tokens[from]?.start ?? 0);
  if (isNumber(from - 1) && /^\s?[-–—+,]\s?$/u.test(gapBefore)) return true;
  const next = tokens[to]?.key ?? '';
  if (claims.isFree(to) && RANGE.has(next) && isNumber(to + 1)) return true;
  if (claims.isFree(from - 1) && RANGE.has(tokens[from - 1]?.key ?? '') && isNumber(from - 2)) return true;
  const counted =
    claims.isFree(to) && (OF.has(next) || gapBehind.trim() === '/') && isNumber(next === '' ? to : to + (OF.has(next) ? 1 : 0));
  return counted && (label === undefined || !BOOK.has(label));
}

/** Explains the number of the book in its series, however it is written. Another number stays unexplained. */
function claimNumbers(claims: Claims, wanted: WantedPhrases, isSeries: (at: number) => boolean): boolean {
  const { tokens } = claims.name;
  const parts = new Set(wanted.parts.map(Number));
  let found = false;
  for (let at = 0; at < tokens.length; at += 1) {
    if (!claims.isFree(at)) continue;
    const label = claims.isFree(at - 1) ? tokens[at - 1]?.key : undefined;
    const isBook = label !== undefined && BOOK.has(label);
    const isPiece = label !== undefined && PIECE.has(label);
    const glued = /^(?:book|bk|vol|volume|no|band)(\d{1,3})$/.exec(tokens[at]?.key ?? '')?.[1];
    const value = glued === undefined ? valueOf(tokens[at]?.key ?? '', isBook || isPiece || isSeries(at - 1)) : Number(glued);
    if (value === undefined || !parts.has(value) || isSpan(claims, { from: at, to: at + 1 }, label)) continue;
    // “Part 1” may be the first half of the book
    if (isPiece && claims.kindAt(at - 2) !== 'series' && claims.kindAt(at + 1) !== 'series') continue;
    if (claims.take('part', isBook || isPiece ? at - 1 : at, at + 1)) found = true;
    // `Book 1 of 7`
    if (isBook && OF.has(tokens[at + 1]?.key ?? '') && /^\d{1,2}$/.test(tokens[at + 2]?.key ?? '')) claims.take('part', at + 1, at + 3);
  }
  return found;
}

/** Explains `WoT 04` and `HP1`: the first letters of the series with the number. */
function claimInitials(claims: Claims, wanted: WantedPhrases): boolean {
  const parts = new Set(wanted.parts.map(Number));
  let found = false;
  for (const [at, { key }] of claims.name.tokens.entries()) {
    const [, letters = '', digits] = /^([a-z]{2,8}?)(\d{1,3})?$/.exec(key) ?? [];
    if (!wanted.initials.includes(letters)) continue;
    if (digits !== undefined && parts.has(Number(digits))) found = claims.take('part', at, at + 1) || found;
    else if (digits === undefined && claims.kindAt(at + 1) === 'part') claims.take('series', at, at + 1);
  }
  return found;
}

/** Explains the words that tie series and number together: `Series`, `Book … of the …`, `A … Novel`. */
function claimSeriesWords(claims: Claims, { articles }: WantedPhrases, isSeries: (at: number) => boolean): void {
  const { tokens } = claims.name;
  const isArticle = (at: number): boolean => ARTICLE.has(tokens[at]?.key ?? '') || articles.has(tokens[at]?.key ?? '');
  const isTied = (at: number): boolean => isSeries(at) || claims.kindAt(at) === 'part';
  for (let round = 0; round < 3; round += 1) {
    for (const [at, { key }] of tokens.entries()) {
      if (!claims.isFree(at)) continue;
      const isNamed = claims.kindAt(at - 1) === 'series' || claims.kindAt(at - 1) === 'furniture';
      if (SERIES.has(key) && (isNamed || (isTied(at - 1) && claims.kindAt(at + 1) === 'part'))) claims.take('word', at, at + 1);
      else if ((WHOLE_SERIES.has(key) || KIND.has(key)) && isNamed) claims.take('word', at, at + 1);
      else if (isArticle(at) && claims.kindAt(at + 1) === 'series') claims.take('word', at, at + 1);
      else if (BOOK.has(key) && (claims.kindAt(at + 1) === 'part' || isNamed)) claims.take('word', at, at + 1);
      else if (
        OF.has(key) &&
        isTied(isArticle(at + 1) ? at + 2 : at + 1) &&
        (claims.kindAt(at - 1) === 'part' || claims.kindAt(at - 1) === 'word' || claims.isTitle(at - 1))
      )
        claims.take('word', at, at + 1);
    }
  }
}

/** Explains series and part of the wanted book. @returns whether the name states its part */
export function claimParts(claims: Claims, wanted: WantedPhrases): boolean {
  const isSeries = createSeriesTest(claims, wanted);
  const numbered = claimNumbers(claims, wanted, isSeries);
  const abbreviated = claimInitials(claims, wanted);
  claimSeriesWords(claims, wanted, isSeries);
  return numbered || abbreviated;
}
