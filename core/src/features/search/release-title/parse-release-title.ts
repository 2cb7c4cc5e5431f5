import { textKey } from '../text-key.js';
import { readBrackets, type BracketReading } from './brackets.js';
import { cutUnmarkedAuthor } from './byline.js';
import { cutAnnouncement } from './announcement.js';
import { AUDIO_FORMATS, settleFormats } from './formats.js';
import { languageOfScript } from './languages.js';
import { LONGEST_TITLE } from './longest-title.js';
import { mediumOf } from './medium.js';
import type { ParsedRelease } from './parsed-release.js';
import { cleanName, peopleScore, personScore, splitPeople } from './people.js';
import { prepareTitle, type PreparedTitle } from './prepare.js';
import { assignRoles, type Roles } from './roles.js';
import { readRunningText, type RunningText } from './running-text.js';
import { gatherMarks, mergeSeries } from './series-marks.js';
import { isRange, type SeriesMark } from './series-part.js';
import { createTagFacts, type TagFacts } from './tag-facts.js';
import { namesCollection, readTitle } from './title-parts.js';

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

interface People {
  readonly authors: string[];
  readonly narrators: string[];
}

/** The people marked as author or narrator; the outermost folder may be named after an author. */
function statedPeople(brackets: BracketReading, running: RunningText, [folder]: readonly string[]): People {
  const authors = [...brackets.authors, ...splitPeople(running.byline ?? '')];
  if (folder !== undefined && authors.length === 0 && peopleScore(folder) > 0) authors.push(...splitPeople(folder));
  return { authors, narrators: [...brackets.narrators, ...running.narrators] };
}

/** The segments that do not merely repeat an author. */
function segmentsBeside(authors: readonly string[], all: readonly string[]): readonly string[] {
  if (all.length <= 1) return all;
  const written = authors.map(textKey);
  const others = all.filter((segment) => !written.includes(textKey(cleanName(segment))));
  return others.length === 0 ? all : others;
}

/** Adds the people from the roles in the text, and those that brackets name without a role. */
function takeRoles(roles: Roles, persons: readonly string[], { authors, narrators }: People, facts: TagFacts): void {
  if (roles.author !== undefined) authors.push(...splitPeople(roles.author));
  if (roles.narrator !== undefined) narrators.push(cleanName(roles.narrator));
  if (roles.fragment !== undefined) facts.fragment = roles.fragment;
  if (roles.year !== undefined) facts.year = roles.year;
  if (authors.length === 0) authors.push(...persons);
  else narrators.push(...persons);
  const byAuthor = narrators.findIndex((name) => /^(?:the )?author$/i.test(name));
  if (byAuthor >= 0) narrators.splice(byAuthor, 1, ...authors);
}

/** Treats a bare name in brackets as the narrator of an audiobook without one. @returns the other words */
function takeNarrator(words: readonly string[], marks: readonly SeriesMark[], { authors, narrators }: People, facts: TagFacts): string[] {
  const isAudio = facts.audio || facts.formats.some((format) => AUDIO_FORMATS.has(format));
  return words.filter((word) => {
    const isNarrator =
      !marks.some((mark) => mark.series === word) &&
      authors.length > 0 &&
      narrators.length === 0 &&
      isAudio &&
      /^\S+ \S+(?: \S+)?$/.test(word) &&
      personScore(word) >= 0.2;
    if (isNarrator) narrators.push(cleanName(word));
    return !isNarrator;
  });
}

function settleLanguages({ languages, audiolibro }: TagFacts, title: string): void {
  if (audiolibro === true && !languages.includes('it') && !languages.includes('es')) languages.push('es');
  if (languages.length > 0) return;
  const script = languageOfScript(title);
  if (script !== undefined) languages.push(script);
}

function isSceneMusic(raw: string, formats: readonly string[], facts: TagFacts): boolean {
  return /-(?:WEB|CD|CDR|VINYL|LP|EP)-(?:\d{4})-\w+$/i.test(raw.trim()) && formats.length === 0 && !facts.audio;
}

/** Assigns roles to the text, once the people named elsewhere are known. */
function readRoles(raw: string, segments: readonly string[], { authors, narrators }: People, persons: readonly string[]): Roles {
  return assignRoles(segments, {
    authorKnown: authors.length > 0,
    narratorKnown: narrators.length > 0 || (persons.length > 0 && segments.length > 1),
    titleFirst: TITLE_FIRST.test(raw),
  });
}

/** Removes the wrapping and adds its content to the facts. */
function readWrapping(raw: string, facts: TagFacts): PreparedTitle & { readonly brackets: BracketReading } {
  const prepared = prepareTitle(cutAnnouncement(raw, facts));
  facts.formats.push(...prepared.formats);
  if (prepared.internal) facts.flags.add('internal');
  const brackets = readBrackets(prepared.text, facts);
  if (prepared.group !== undefined) facts.releaseGroup = prepared.group;
  return { ...prepared, brackets };
}

/**
 * Reads the facts from the title of a release. Pure; never throws; a title without facts gives empty members.
 *
 * Understands the generated titles of trackers (`Title by Author [ENG / M4B]`), `Title - Author [64 kbps]`, dotted and
 * underscored scene names, folder and file names, and usenet subjects.
 */
export function parseReleaseTitle(title: string): ParsedRelease {
  const raw = title.slice(0, LONGEST_TITLE);
  const facts = createTagFacts();
  const prepared = readWrapping(raw, facts);
  const { brackets, folders, scene } = prepared;
  const built = /\[[A-Z]{3} ?\/ ?[A-Z0-9 ]+\]/.test(raw);
  const running = readRunningText(brackets.text, prepared, facts, built);
  const people = statedPeople(brackets, running, folders);
  const { authors, narrators } = people;
  const persons = [...brackets.persons];

  let segments = segmentsBeside(authors, running.segments);
  if (segments.length === 1 && authors.length === 0)
    segments = cutUnmarkedAuthor(segments[0] ?? '', { scene, isbn: facts.isbn !== undefined, persons: persons.length });
  const roles = readRoles(raw, segments, people, persons);
  takeRoles(roles, persons, people, facts);

  const marks = gatherMarks(roles, brackets, folders);
  const isSeriesNamed = marks.some((mark) => mark.series !== undefined);
  const reading = readTitle(roles.title, isSeriesNamed);
  if (reading.series !== undefined) marks.unshift(reading.series);
  const words = takeNarrator(brackets.words, marks, people, facts);
  const series = mergeSeries(marks, roles.leadingPart);
  const formats = settleFormats(facts.formats);
  const isCollection =
    facts.isCollection ||
    reading.isCollection ||
    isRange(series.part) ||
    marks.some((mark) => isRange(mark.part)) ||
    namesCollection(roles.subtitle ?? '');
  settleLanguages(facts, roles.title);
  const sceneMusic = isSceneMusic(raw, formats, facts);
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
    segments: running.byline === undefined ? segments : [...segments, running.byline],
  };
}
