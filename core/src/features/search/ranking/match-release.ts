import { sentence, type Said } from '../../../platform/words/index.js';
import type { ParsedRelease } from '../release-title/parsed-release.js';
import { isGenericSubtitle } from '../release-title/title-parts.js';
import { compareNameLists } from './name-matching.js';
import type { NameGrade } from './name-matching.js';
import { compactKey, sameTitle, textKey, titleKey, transliterate } from '../text-key.js';
import type { WantedBook } from './wanted-book.js';

/** `exact`: the title; `extended`: with subtitle or series; `doubtful`: a person should look; `none`: another book. */
export type TitleGrade = 'exact' | 'extended' | 'doubtful' | 'none';

/** How a release matches the wanted title and author. */
export interface ReleaseMatch {
  readonly title: TitleGrade;
  readonly titleReason: Said;
  /** Absent if the release states no author. */
  readonly author?: NameGrade;
  /** People of the release who turn out not to be its authors. */
  readonly narrators: readonly string[];
  /** Its authors whom the name says to read it; elsewhere a reader who is an author of the book is taken for its author. */
  readonly readingAuthors?: readonly string[];
}

function withoutSeries(key: string, wanted: WantedBook): string[] {
  const series = wanted.series === undefined ? '' : titleKey(wanted.series);
  if (series === '') return [];
  const bare = series.replace(/ (?:series|saga|trilogy|cycle|chronicles?|archive|files|novels)$/, '');
  const out: string[] = [];
  for (const name of new Set([series, bare])) {
    if (key.startsWith(`${name} `)) out.push(key.slice(name.length + 1).replace(/^(?:book|vol|volume|part)? ?\d+(?: \d)? /, ''));
    if (key.endsWith(` ${name}`)) out.push(key.slice(0, -name.length - 1));
  }
  return out.map((rest) => rest.replace(/^(?:the|a|an) /, ''));
}

const GENERIC_TAIL =
  /^(?:(?:an?|the) )?(?:novel|novella|memoir|thriller|mystery|unabridged|edition|audiobook|audio book|extended|complete and unabridged|\d+(?:st|nd|rd|th) anniversary edition|revised edition|book \d+|a novel of .*)$/;

/** Whether text after the wanted title only describes it. */
function isHarmlessTail(tail: string, wanted: WantedBook): boolean {
  if (GENERIC_TAIL.test(tail)) return true;
  const known = [wanted.subtitle, wanted.series, ...wanted.authors]
    .filter((text): text is string => text !== undefined && textKey(text) !== '')
    .map((text) => titleKey(text));
  const bare = tail.replace(/^(?:the|a|an) /, '').replace(/ (?:book|vol|volume|part)? ?\d+(?: \d)?$/, '');
  return known.some((text) => text === bare || (text.startsWith(bare) && bare.split(' ').length >= 3));
}

/** How a text agrees with the wanted title. */
export function gradeText(text: string, wanted: WantedBook): TitleGrade {
  if (sameTitle(text, wanted.title)) return 'exact';
  const key = titleKey(text);
  const title = titleKey(wanted.title);
  if (key === '' || title === '') return 'none';
  if (transliterate(key) === transliterate(title)) return 'exact';
  const subtitle = wanted.subtitle === undefined ? '' : textKey(wanted.subtitle);
  if (subtitle !== '' && compactKey(key) === compactKey(`${title} ${titleKey(subtitle)}`)) return 'extended';
  if (key.startsWith(`${title} `)) {
    const tail = key.slice(title.length + 1);
    if (isHarmlessTail(tail, wanted)) return 'extended';
    const written = /^[^:]+:\s(.+)$/s.exec(text)?.[1]?.trimStart();
    const kind = written !== undefined && titleKey(text.split(':')[0] ?? '') === title && isGenericSubtitle(written);
    return kind ? 'extended' : 'none';
  }
  if (withoutSeries(key, wanted).includes(title)) return 'extended';
  return gradeCut(text, wanted);
}

/** Compares with a wanted title that itself contains a series or a subtitle. */
function gradeCut(text: string, wanted: WantedBook): TitleGrade {
  const cut = /^(.+?)(?::|\s[-–—])\s(.+)$/su.exec(wanted.title)?.map((part) => part.trim()) ?? null;
  if (cut === null)
    return withoutSeries(titleKey(wanted.title), wanted).some(
      (rest) => rest !== '' && rest.split(' ').length >= 2 && rest === titleKey(text),
    )
      ? 'extended'
      : 'none';
  const [, head = '', tail = ''] = cut;
  if (sameTitle(text, head)) return isGenericSubtitle(tail) ? 'extended' : 'doubtful';
  if (sameTitle(text, tail)) return wanted.series !== undefined && textKey(wanted.series).includes(textKey(head)) ? 'extended' : 'doubtful';
  return 'none';
}

/** `Mistborn The Final Empire`: a name, then a title that begins with a capital article. */
function tailTitle(title: string): string | undefined {
  const match = /^(\p{Lu}[\p{L}'’]+(?:\s\p{Lu}[\p{L}'’]+)?)\s(The\s\S+\s\S.*)$/u.exec(title);
  if (
    match === null ||
    /^(?:Return|Back|Beyond|Under|Into|Inside|After|Before|Behind|Against|Beneath|The|A|An|All|Tales|Escape|Second|First|Last)\b/u.test(
      match[1] ?? '',
    )
  )
    return undefined;
  return match[2];
}

const ORDER: Readonly<Record<TitleGrade, number>> = { none: 0, doubtful: 1, extended: 2, exact: 3 };

function best(texts: readonly string[], wanted: WantedBook): { readonly grade: TitleGrade; readonly text: string } {
  let grade: TitleGrade = 'none';
  let text = texts[0] ?? '';
  for (const candidate of texts) {
    const next = gradeText(candidate, wanted);
    if (ORDER[next] > ORDER[grade]) {
      grade = next;
      text = candidate;
    }
  }
  return { grade, text };
}

function authorGrade(authors: readonly string[], wanted: WantedBook): NameGrade | undefined {
  return authors.length === 0 ? undefined : compareNameLists(authors, wanted.authors);
}

/**
 * Compares a release with the wanted book. A title inside a longer one is not a match; a title found only in place of
 * the series is doubtful; title and author may be swapped if both agree completely.
 */
export function matchRelease(parsed: ParsedRelease, wanted: WantedBook): ReleaseMatch {
  const straight = best([parsed.title], wanted);
  const author = authorGrade(parsed.authors, wanted);
  const people = parsed.narrators;
  if (ORDER[straight.grade] >= 2) {
    const otherTail = strangeTail(parsed, wanted);
    const title = otherTail === undefined ? straight.grade : 'doubtful';
    const titleReason =
      otherTail === undefined
        ? sentence('ranking.titled', { title: straight.text })
        : sentence('ranking.title_but_also', { title: straight.text, tail: otherTail });
    const narratorGrade = compareNameLists(people, wanted.authors);
    if ((author === 0 || author === undefined) && narratorGrade > 0.6) {
      return { title, titleReason, author: narratorGrade, narrators: author === 0 ? parsed.authors : people };
    }
    return { title, titleReason, author, narrators: people };
  }
  const swapped = matchSwapped(parsed, wanted);
  if (swapped !== undefined) return swapped;
  const others = best(parsed.titleAlternatives, wanted);
  const tail = tailTitle(parsed.title);
  if (author !== undefined && author >= 0.8 && tail !== undefined && gradeText(tail, wanted) === 'exact') {
    return { title: 'extended', titleReason: sentence('ranking.title_behind_series', { title: tail }), author, narrators: people };
  }
  if (ORDER[others.grade] >= 2 && titleKey(others.text).startsWith(titleKey(parsed.title))) {
    return { title: 'extended', titleReason: sentence('ranking.titled', { title: others.text }), author, narrators: people };
  }
  if (straight.grade === 'doubtful' || ORDER[others.grade] > 0) {
    return { title: 'doubtful', titleReason: sentence('ranking.title_may_be', { title: parsed.title }), author, narrators: people };
  }
  if (parsed.series !== undefined && sameTitle(parsed.series, wanted.title) && author !== 0 && parsed.part === undefined) {
    return {
      title: 'doubtful',
      titleReason: sentence('ranking.title_may_be_series', { series: parsed.series }),
      author,
      narrators: people,
    };
  }
  const reason = parsed.title === '' ? sentence('ranking.no_title') : sentence('ranking.other_title', { title: parsed.title });
  return { title: 'none', titleReason: reason, author, narrators: people };
}

/** Words after the title that may make it another book: `The Hunger Games - Catching Fire`. */
function strangeTail(parsed: ParsedRelease, wanted: WantedBook): string | undefined {
  for (const alternative of parsed.titleAlternatives) {
    const tail = [': ', ' - ']
      .map((sign) => (alternative.startsWith(parsed.title + sign) ? alternative.slice(parsed.title.length + sign.length) : ''))
      .find((text) => text !== '');
    if (tail === undefined || sameTitle(alternative, wanted.title)) continue;
    if (!isHarmlessTail(textKey(tail), wanted) && !isGenericSubtitle(tail)) return tail;
  }
  return undefined;
}

/** Handles title and author that are swapped, or written without a separator. */
function matchSwapped(parsed: ParsedRelease, wanted: WantedBook): ReleaseMatch | undefined {
  const texts = parsed.segments;
  const exact = (text: string): boolean => ORDER[gradeText(text, wanted)] >= 2;
  if (texts.length === 2 || (texts.length === 3 && parsed.series === undefined)) {
    const titleAt = texts.findIndex(exact);
    const rest = texts.filter((_, index) => index !== titleAt);
    const writer = rest.find((text) => compareNameLists([text], wanted.authors) >= 0.8);
    const free = titleAt === 0 || (titleAt > 0 && texts.length === 2);
    if (free && writer !== undefined) {
      const reason = sentence('ranking.title_beside_author', { title: texts[titleAt] ?? '' });
      return { title: 'exact', titleReason: reason, author: 1, narrators: rest.filter((text) => text !== writer) };
    }
  }
  const whole = compactKey(textKey(texts.join(' ')));
  for (const name of wanted.authors) {
    const title = compactKey(textKey(wanted.title));
    const person = compactKey(textKey(name));
    if (title === '' || person === '') continue;
    if (whole === `${title}${person}` || whole === `${person}${title}`) {
      return { title: 'exact', titleReason: sentence('ranking.title_and_author_joined'), author: 1, narrators: parsed.narrators };
    }
  }
  return undefined;
}

/** Whether a title is specific enough to be accepted without an author. */
export function isDistinctive(title: string): boolean {
  const words = titleKey(title)
    .split(' ')
    .filter(
      (word) => word.length > 2 && !/^(?:the|and|for|with|from|into|you|your|his|her|its|our|who|how|why|what|not|are|was|all)$/.test(word),
    );
  return words.length >= 2 || (words[0]?.length ?? 0) >= 10;
}
