import type { SeriesMark } from './series-part.js';
import { isRange, normalizePart, readLabeledSeries, readPart, readTrailingSeries } from './series-part.js';

/** A book title separated from the text around it. */
export interface TitleReading {
  readonly title: string;
  readonly alternatives: readonly string[];
  readonly series?: SeriesMark;
  readonly isCollection: boolean;
}

const LABEL = '(?:book|bk|vol|volume|part|pt|band|teil|tome)';
const INSIDE = new RegExp(`^(.+?)\\s${LABEL}\\.?\\s*#?(\\d{1,3}(?:\\.\\d)?)\\s(.+)$`, 'isu');

const COLLECTION =
  /\b(?:box(?:ed)?[ -]?set|omnibus|bundle|trilogy|tetralogy|complete (?!guide|idiot|book\b|handbook|history|short history|beginner|course|novice|manual|unabridged)\w+|collected|collection|sämtliche|gesammelte|\d+ (?:audio)?(?:books?|novels?|volumes?)|(?:books|vols?\.?|volumes) \d+\s*(?:-|–|to|&)\s*\d+|\d in (?:1|one)|complete$)/iu;

/** Whether a title covers more than one book. */
export function namesCollection(title: string): boolean {
  return (
    COLLECTION.test(title) ||
    /^(?:the|an?)\s.+\s(?:&|and|\+)\s(?:The|An?)\s/u.test(title) ||
    /\S\s\/\s\S/.test(title) ||
    /&\s+(?:the|an?)\s/iu.test(title)
  );
}

const GENERIC_SUBTITLE =
  /^(?:an?|the)\s+(?!graphic|illustrated|new\s)(?:[\p{L}'’-]+\s+){0,3}(?:novel|memoir|thriller|mystery|romance|novella|story|tale|biography|history)(?:\s.*)?$/iu;

/** Whether a subtitle only says what kind of book it is. */
export function isGenericSubtitle(text: string): boolean {
  return GENERIC_SUBTITLE.test(text.trim());
}

/** Removes series, part and a generic subtitle from a title. */
export function readTitle(text: string, seriesKnown: boolean): TitleReading {
  const title = text.replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/gu, '').trim();
  const isCollection = namesCollection(title);
  const colon = title.lastIndexOf(': ');
  if (colon > 0) {
    const head = title.slice(0, colon);
    const tail = title.slice(colon + 2);
    const mark = readLabeledSeries(tail) ?? (readPart(tail) === undefined ? undefined : { part: readPart(tail) });
    if (mark !== undefined) return { title: head, alternatives: [], series: mark, isCollection: isCollection || isRange(mark.part) };
    if (isGenericSubtitle(tail)) return { title: head, alternatives: [title], isCollection };
    const front = readLabeledSeries(head) ?? readTrailingSeries(head);
    if (front !== undefined && /\p{L}/u.test(tail) && !seriesKnown)
      return { title: tail, alternatives: [title], series: front, isCollection };
  }
  const labeled = readLabeledSeries(title);
  if (labeled !== undefined && !seriesKnown && labeled.series !== undefined) {
    const name = labeled.series.replace(/[\s,;]+$/, '');
    const bare = name.replace(/\s*(?:complete )?box(?:ed)? ?set$|\s+books$/iu, '').trim();
    const series = { series: bare, part: labeled.part };
    return {
      title: name,
      alternatives: [bare, title].filter((other) => other !== name),
      series,
      isCollection: isCollection || isRange(labeled.part),
    };
  }
  const inside = INSIDE.exec(title);
  if (inside !== null && !seriesKnown) {
    const [, before = '', number = '', after = ''] = inside.map((part) => part.trim());
    const part = normalizePart(number);
    const joined = /^(?:and|or|of|in|&)\s/i.test(after) ? `${before} ${after}` : after.replace(/^[-–—:,]\s*/u, '');
    return {
      title: joined,
      alternatives: [`${before} ${after}`],
      series: { series: before.replace(/[\s,:–—-]+$/u, ''), part },
      isCollection,
    };
  }
  const trailing = readTrailingSeries(title);
  if (trailing?.part !== undefined && isRange(trailing.part) && !seriesKnown && trailing.series !== undefined) {
    const name = trailing.series;
    const bare = name.replace(/^the\s+/iu, '').replace(/\s+(?:series|books|novels|saga)$/iu, '');
    return { title: name, alternatives: [bare], series: { series: bare, part: trailing.part }, isCollection: true };
  }
  return { title, alternatives: [], isCollection };
}
