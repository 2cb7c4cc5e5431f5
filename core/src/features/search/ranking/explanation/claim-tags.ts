import type { TagFacts } from '../../release-title/tag-facts.js';
import { createTagFacts } from '../../release-title/tag-facts.js';
import { readTag } from '../../release-title/tags.js';
import { isTradeWord } from '../../release-title/trade-words.js';
import type { Claims } from './claims.js';

/** The longest tag in words. */
const MOST_WORDS = 6;
/** Years behind it are parts of titles, unless they stand in brackets: `Blade Runner 2049`. */
const LATEST_YEAR = 2035;
/** Bitrates that stand without a unit beside a format. */
const BARE_BITRATE = /^(?:24|32|40|48|56|62|63|64|80|96|112|125|126|127|128|160|192|224|256|320)$/;

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly strength: 'strong' | 'weak' | 'trade';
  readonly text: string;
}

/** The words as a tag reader expects them: one blank for dots, underscores and blanks, other signs as they are. */
function tagText(claims: Claims, from: number, to: number): string {
  const { tokens, text } = claims.name;
  let out = '';
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    const before = tokens[at - 1];
    if (!token) continue;
    if (at > from && before) {
      const gap = text.slice(before.end, token.start);
      const isFraction = gap === '.' && /\d$/.test(out) && /^\d/.test(token.key);
      out += gap === '' ? '' : isFraction ? '.' : /^[\s._,]+$/.test(gap) ? ' ' : gap.trim() || ' ';
    }
    out += text.slice(token.start, token.end);
  }
  return out;
}

function readPiece(claims: Claims, from: number, to: number): Piece | undefined {
  // scripts without blanks have a token a letter
  const most = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(claims.name.tokens[from]?.key ?? '')
    ? 2 * MOST_WORDS
    : MOST_WORDS;
  for (let end = Math.min(to, from + most); end > from; end -= 1) {
    const text = tagText(claims, from, end);
    const isLateYear = claims.name.tokens[from]?.bracket === '' && /^\d{4}$/.test(text) && Number(text) > LATEST_YEAR;
    const strength = isLateYear ? undefined : readTag(text, createTagFacts());
    if (strength !== undefined) return { from, to: end, strength, text };
    if (isTradeWord(text)) return { from, to: end, strength: 'trade', text };
  }
  return undefined;
}

function piecesOf(claims: Claims, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to;) {
    const piece = readPiece(claims, at, to);
    if (piece) pieces.push(piece);
    at = piece?.to ?? at + 1;
  }
  return pieces;
}

const YEAR = /^\d{4}$/;
/** Weak tags that may follow a title without a bracket or a surer tag between them. */
const FOLLOWS_TITLE = /^(?:\d{4}|web|vbr|cbr|stereo|mono|.*\b(?:edition|ausgabe|ed\.?))$/iu;

/** Whether a tag that is also ordinary text is one here. */
function isTagHere(claims: Claims, piece: Piece, pieces: readonly Piece[]): boolean {
  if (piece.strength === 'strong') return true;
  const { tokens } = claims.name;
  const segment = tokens[piece.from]?.segment;
  const inSegment = (at: number): boolean => tokens[at]?.segment === segment;
  const isTag = (at: number): boolean => pieces.some((other) => other !== piece && at >= other.from && at < other.to);
  if (inSegment(piece.to) && (claims.isTitle(piece.to) || (claims.isFree(piece.to) && !isTag(piece.to)))) return false;
  const behindTitle = inSegment(piece.from - 1) && claims.isTitle(piece.from - 1);
  const behindWord = inSegment(piece.from - 1) && claims.isFree(piece.from - 1) && !isTag(piece.from - 1);
  if (behindWord) return YEAR.test(piece.text);
  if (!behindTitle) return true;
  if (piece.strength === 'trade') return false;
  if (FOLLOWS_TITLE.test(piece.text)) return true;
  const isLanguage = readLanguages(piece.text).length > 0;
  const hasSure = pieces.some((other) => other.strength === 'strong' && tokens[other.from]?.segment === segment);
  return isLanguage && (piece.text.length >= 5 || hasSure || claims.name.isScene);
}

function readLanguages(text: string): readonly string[] {
  const facts = createTagFacts();
  readTag(text, facts);
  return facts.languages;
}

/** A number beside a format is its bitrate: `MP3 64`. */
function claimBareBitrates(claims: Claims, facts: TagFacts): void {
  const { tokens } = claims.name;
  for (const [at, { key, segment }] of tokens.entries()) {
    if (!claims.isFree(at) || !BARE_BITRATE.test(key)) continue;
    const beside = [at - 1, at + 1].some(
      (next) => tokens[next]?.segment === segment && /^(?:mp3|m4b|m4a|aac|opus|ogg|wma|vbr|cbr)$/.test(tokens[next].key),
    );
    if (beside && claims.take('tag', at, at + 1)) {
      facts.bitrateKbps ??= Number(key);
      facts.audio = true;
    }
  }
}

/** `12 CDs` counts discs; `CD 1` is one of them. */
const DISCS = /^\d{1,3} ?(?:(?:audio )?cds?|dis[ck]s?|kassetten|files?|tracks?|chapters?|kapitel)$/i;

function claimDiscs(claims: Claims): void {
  for (const { from, to } of claims.freeRuns()) {
    for (let at = from; at + 1 < to; at += 1) {
      if (DISCS.test(tagText(claims, at, at + 2)) && !/^\d/.test(claims.name.tokens[at + 2]?.key ?? '')) claims.take('tag', at, at + 2);
    }
  }
}

/** Explains formats, bitrates, years, languages and the other words of the trade, and collects what they state. */
export function claimTags(claims: Claims): TagFacts {
  const facts = createTagFacts();
  claimDiscs(claims);
  for (const { from, to } of claims.freeRuns()) {
    const pieces = piecesOf(claims, from, to);
    for (const piece of pieces) {
      if (isTagHere(claims, piece, pieces) && claims.take('tag', piece.from, piece.to) && piece.strength !== 'trade')
        readTag(piece.text, facts);
    }
  }
  claimBareBitrates(claims, facts);
  return facts;
}

/** A word as titles have them: `Messiah`, `messiah`. */
const PLAIN_WORD = /^\p{Lu}?\p{Ll}+$/u;
/** Longer words in capitals are rather the rest of a title than the name of a group. */
const LONGEST_SHOUTED_GROUP = 4;

/**
 * Explains the name of a group behind the last dash, before its letters are taken for tags: `…MP3-FLUiD`. Where blanks
 * stand between the words, a plain word is rather a part of the title.
 *
 * @param titleWords words of the other books of the series
 */
export function claimGroupBehindDash(claims: Claims, titleWords: ReadonlySet<string>): string | undefined {
  const { tokens, text, isScene } = claims.name;
  const from = tokens.findLastIndex(({ afterDash }) => afterDash);
  const word = text.slice(tokens[from]?.start ?? 0, tokens.at(-1)?.end ?? 0);
  const before = tokens[from - 1];
  if (before === undefined || !/^[\p{L}\p{N}]{2,20}$/u.test(word) || readTag(word, createTagFacts()) !== undefined) return undefined;
  if (titleWords.has(tokens[from]?.key ?? '') || (!isScene && PLAIN_WORD.test(word))) return undefined;
  const isTag = readTag(text.slice(before.start, before.end).replace(/^\d{4}$/, 'MP3'), createTagFacts()) !== undefined;
  return isTag && claims.take('group', from, tokens.length) ? word : undefined;
}

/** Claims the recording's own number, which may be ten digits without more. */
export function claimNumber(claims: Claims, numbers: readonly string[]): string | undefined {
  for (const [at, { start, end }] of claims.name.tokens.entries()) {
    const word = claims.name.text.slice(start, end).toUpperCase();
    if (numbers.includes(word) && claims.take('tag', at, at + 1)) return word;
  }
  return undefined;
}

/** Whether a word is written as groups write their names: `FLUiD`, `NMR`, `H2O`. */
function isGroupWord(written: string, name: string): boolean {
  if (PLAIN_WORD.test(written) || name === name.toUpperCase()) return false;
  return written !== written.toUpperCase() || written.length <= LONGEST_SHOUTED_GROUP || /\d/.test(written);
}

/**
 * Explains the name of the group that made the release: `[GRP]`.
 *
 * @param titleWords words of the other books of the series
 */
export function claimGroup(claims: Claims, facts: TagFacts, titleWords: ReadonlySet<string>): void {
  const { tokens, text } = claims.name;
  const at = tokens.length - 1;
  const token = tokens[at];
  if (!token || !claims.isFree(at) || titleWords.has(token.key)) return;
  const written = text.slice(token.start, token.end);
  if (!/^[\p{L}\p{N}]{2,20}$/u.test(written)) return;
  const alone = tokens[at - 1]?.segment !== token.segment;
  const inBracket = alone && (token.bracket === '[' || token.bracket === '{') && isGroupWord(written, text);
  const behindTag = token.afterDash && claims.kindAt(at - 1) === 'tag' && (claims.name.isScene || !PLAIN_WORD.test(written));
  if ((inBracket || behindTag) && claims.take('group', at, at + 1)) facts.releaseGroup ??= written;
}
