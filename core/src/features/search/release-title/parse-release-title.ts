import { textKey } from '../ranking/text-key.js';
import { cutNarrated, readBrackets, readNarrated } from './brackets.js';
import { AUDIO_FORMATS, COMIC_FORMATS, EBOOK_FORMATS, settleFormats } from './formats.js';
import { languageOfScript } from './languages.js';
import { LONGEST_TITLE } from './longest-title.js';
import type { NamedSeries, ParsedRelease, ReleaseMedium } from './parsed-release.js';
import { cleanName, isOtherRole, peopleScore, personScore, splitPeople } from './people.js';
import { prepareTitle } from './prepare.js';
import { assignRoles } from './roles.js';
import type { SeriesMark } from './series-part.js';
import { isRange } from './series-part.js';
import { createTagFacts } from './tag-facts.js';
import type { TagFacts } from './tag-facts.js';
import { cutTailTags, readTag } from './tags.js';
import { namesCollection, readTitle } from './title-parts.js';
import { cutByline, cutUnmarkedAuthor } from './byline.js';

function mediumOf(facts: TagFacts, formats: readonly string[], narrated: boolean, sceneMusic: boolean): ReleaseMedium | undefined {
  if (facts.other || formats.some((format) => COMIC_FORMATS.has(format))) return 'other';
  if (formats.some((format) => AUDIO_FORMATS.has(format)) || facts.audio) return 'audiobook';
  if (sceneMusic) return 'other';
  if (formats.some((format) => EBOOK_FORMATS.has(format)) || facts.ebook) return 'ebook';
  if (facts.abridgement !== undefined || narrated) return 'audiobook';
  return undefined;
}

function splitSegments(text: string): string[] {
  const dashed = text.split(/\s+[-–—|~]+\s+|\s+-(?=\d)|(?<=\d)-\s+/u);
  return (dashed.length > 1 ? dashed : text.split(/\s+\/\s+/)).map((part) => part.trim());
}

interface Cut {
  readonly segments: string[];
  readonly narrators: string[];
}

/** Cuts running text into segments and takes the tags out of them. */
function readSegments(text: string, facts: TagFacts, scene: boolean): Cut {
  const narrators: string[] = [];
  const raw = splitSegments(text).filter((part) => part !== '');
  const segments: string[] = [];
  let tagsBehind = facts.formats.length > 0 && scene;
  for (const part of raw.reverse()) {
    if (isOtherRole(part) && !part.includes(':') && part.split(' ').length <= 6 && raw.length > 1) continue;
    const narrated = readNarrated(part, facts);
    if (narrated !== undefined) {
      narrators.unshift(...narrated);
      continue;
    }
    if (raw.length > 1 && readTag(part, facts, scene ? 'any' : 'strong') !== undefined) {
      tagsBehind = true;
      continue;
    }
    const cut = cutTailTags(part, facts, scene && (tagsBehind || segments.length === 0), false);
    const inline = cutNarrated(cut.rest, facts);
    narrators.unshift(...inline.narrators);
    const rest = inline.rest.replace(cut.tags > 0 ? /[\s:,]+(?:in|as|im|en|the)$/i : /$^/, '').trim();
    if (/[\p{L}\p{N}]/u.test(rest)) segments.unshift(rest);
  }
  return { segments, narrators };
}

function mergeSeries(marks: readonly SeriesMark[], leading: string | undefined): { series?: string; part?: string; other: NamedSeries[] } {
  const named = marks.filter((mark) => mark.series !== undefined && mark.series !== '');
  const main = named.at(-1);
  const loose = marks.find((mark) => mark.series === undefined)?.part;
  const other = named
    .slice(0, -1)
    .filter((mark) => textKey(mark.series ?? '') !== textKey(main?.series ?? ''))
    .map((mark) => ({ series: mark.series ?? '', ...(mark.part === undefined ? {} : { part: mark.part }) }));
  return { series: main?.series, part: main?.part ?? loose ?? leading, other };
}

const OTHER_ROLE = /[\s:,]+(?:newly |new )?(?:translated|edited|illustrated|introduced) by\s(?:(?!\s[-–—]\s|,).)+/giu;

const TITLE_FIRST = /\d\s?k(?:b(?:it)?(?:ps|\/s))\s*\]?\s*(?:\[|$)|\((?:read|narrated) by/i;

function unique(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = textKey(value);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Reads what the title of a release states. Pure; never throws; a title that states nothing gives empty members.
 *
 * Understands the built titles of trackers (`Title by Author [ENG / M4B]`), `Title - Author [64 kbps]`, dotted and
 * underscored scene names, folder and file names, and usenet subjects.
 */
export function parseReleaseTitle(title: string): ParsedRelease {
  const raw = title.slice(0, LONGEST_TITLE);
  const facts = createTagFacts();
  const asked = /^\s*[[(]?\s*(?:req(?:uest(?:ed|ing)?)?|wanted|looking for|iso)\s*(?:[\])]|:|\s-)\s*/i.exec(raw);
  if (asked !== null) facts.flags.add('request');
  const about =
    /^\s*(?:summary|study guide|analysis|reading guide|conversation starters)(?: (?:and|&) (?:analysis|review))?(?: (?:of|to|for|on)|:)\s+/i.exec(
      raw,
    );
  if (about !== null) facts.flags.add('summary');
  const prepared = prepareTitle(raw.slice((asked ?? about)?.[0].length ?? 0));
  facts.formats.push(...prepared.formats);
  if (prepared.internal) facts.flags.add('internal');
  const brackets = readBrackets(prepared.text, facts);
  if (prepared.group !== undefined) facts.releaseGroup = prepared.group;

  const whole = cutTailTags(brackets.text, facts, prepared.scene, prepared.formats.length > 0 && prepared.scene);
  const running = whole.rest.replace(OTHER_ROLE, '').replace(whole.tags > 0 ? /[\s:,]+(?:in|as|im|the)$/i : /$^/, '');
  const narratedAtEnd = cutNarrated(running, facts);
  const built = /\[[A-Z]{3} ?\/ ?[A-Z0-9 ]+\]/.test(raw);
  const byline = cutByline(narratedAtEnd.rest, { built, scene: prepared.scene });
  const { segments: all, narrators: inText } = readSegments(byline.rest, facts, prepared.scene);
  const authors = [...brackets.authors, ...splitPeople(byline.author ?? '')];
  const narrators = [...brackets.narrators, ...narratedAtEnd.narrators, ...inText];
  const persons = [...brackets.persons];
  for (const folder of prepared.folders.slice(0, 1))
    if (peopleScore(folder) > 0 && authors.length === 0) authors.push(...splitPeople(folder));

  let segments = all;
  const written = authors.map(textKey);
  if (segments.length > 1) segments = segments.filter((segment) => !written.includes(textKey(cleanName(segment))));
  if (segments.length === 0) segments = all;
  if (segments.length === 1 && authors.length === 0)
    segments = cutUnmarkedAuthor(segments[0] ?? '', { scene: prepared.scene, isbn: facts.isbn !== undefined, persons: persons.length });
  const roles = assignRoles(segments, {
    authorKnown: authors.length > 0,
    narratorKnown: narrators.length > 0 || (persons.length > 0 && segments.length > 1),
    titleFirst: TITLE_FIRST.test(raw),
  });
  if (roles.author !== undefined) authors.push(...splitPeople(roles.author));
  if (roles.narrator !== undefined) narrators.push(cleanName(roles.narrator));
  if (roles.fragment !== undefined) facts.fragment = roles.fragment;
  if (roles.year !== undefined) facts.year = roles.year;
  if (authors.length === 0) authors.push(...persons);
  else narrators.push(...persons);

  const marks = [...roles.series, ...brackets.series];
  const folderSeries = prepared.folders[1];
  if (folderSeries !== undefined && marks.every((mark) => mark.series === undefined)) marks.unshift({ series: folderSeries });
  const byAuthor = narrators.findIndex((name) => /^(?:the )?author$/i.test(name));
  if (byAuthor >= 0) narrators.splice(byAuthor, 1, ...authors);
  const [word] = brackets.words;
  if (
    roles.leadingPart !== undefined &&
    marks.length === 0 &&
    brackets.words.length === 1 &&
    word !== undefined &&
    word.split(' ').length <= 4
  ) {
    marks.push({ series: word, part: roles.leadingPart });
  }
  const reading = readTitle(
    roles.title,
    marks.some((mark) => mark.series !== undefined),
  );
  if (reading.series !== undefined) marks.unshift(reading.series);
  const words = brackets.words.filter((word) => {
    const narrator =
      !marks.some((mark) => mark.series === word) &&
      authors.length > 0 &&
      narrators.length === 0 &&
      (facts.audio || facts.formats.some((format) => AUDIO_FORMATS.has(format))) &&
      /^\S+ \S+(?: \S+)?$/.test(word) &&
      personScore(word) >= 0.2;
    if (narrator) narrators.push(cleanName(word));
    return !narrator;
  });
  const series = mergeSeries(marks, roles.leadingPart);
  const formats = settleFormats(facts.formats);
  const isCollection =
    facts.isCollection ||
    reading.isCollection ||
    isRange(series.part) ||
    marks.some((mark) => isRange(mark.part)) ||
    namesCollection(roles.subtitle ?? '');
  if (facts.audiolibro === true && !facts.languages.includes('it') && !facts.languages.includes('es')) facts.languages.push('es');
  if (facts.languages.length === 0) {
    const script = languageOfScript(roles.title);
    if (script !== undefined) facts.languages.push(script);
  }
  const sceneMusic = /-(?:WEB|CD|CDR|VINYL|LP|EP)-(?:\d{4})-\w+$/i.test(raw.trim()) && formats.length === 0 && !facts.audio;
  if (sceneMusic) facts.flags.delete('web');
  const alternatives = [
    ...reading.alternatives,
    ...(roles.subtitle === undefined || roles.subtitle === '' ? [] : [`${reading.title} - ${roles.subtitle}`]),
    ...words.map((word) => `${reading.title} (${word})`),
  ];
  return {
    authors: unique(authors),
    title: reading.title,
    titleAlternatives: unique(alternatives).filter((other) => other !== reading.title),
    narrators: unique(narrators),
    formats,
    bitrateKbps: facts.bitrateKbps,
    vbr: facts.vbr,
    year: facts.year,
    languages: [...facts.languages],
    series: series.series,
    part: series.part,
    isVolume:
      roles.isVolume === true || (reading.series?.part !== undefined && textKey(reading.series.series ?? '') === textKey(reading.title)),
    otherSeries: series.other,
    abridgement: facts.abridgement,
    isCollection,
    fragment: facts.fragment,
    asin: facts.asin,
    isbn: facts.isbn,
    releaseGroup: facts.releaseGroup,
    flags: [...facts.flags],
    medium: mediumOf(facts, formats, narrators.length > 0, sceneMusic),
    segments: byline.author === undefined ? segments : [...segments, byline.author],
  };
}
