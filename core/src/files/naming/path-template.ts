import { byteLength, cutToBytes, MAX_SEGMENT_BYTES, sanitizeSegment, sanitizeText } from './path-segment.js';
import { parsePathTemplate } from './path-template-parse.js';
import type { PathTemplateError, PathTemplateNode, PathVariable } from './path-template-parse.js';
import { sentence } from '../../platform/words/index.js';

export type { PathTemplateError, PathVariable } from './path-template-parse.js';

export const DEFAULT_PATH_TEMPLATE = '{author}/{series/}{seriesPart - }{title}';
export const DEFAULT_EBOOK_PATH_TEMPLATE = '{author}/{series/}{seriesPart - }{title}';

const MAX_TEMPLATE_LENGTH = 500;
/** These identify a book, so they are shortened last. */
const SHORTENED_LAST: readonly PathVariable[] = ['asin', 'year', 'seriesPart'];

/** The text of each variable. Absent, blank and `null` count as empty. */
export type PathValues = { readonly [V in PathVariable]?: string | number | null };

export interface PathTemplate {
  readonly source: string;
  /** The variables that it uses. */
  readonly variables: ReadonlySet<PathVariable>;
  /**
   * The folder of one book, relative to the library folder, `/` between segments. It is never empty, never leaves the
   * library folder, and always contains part of the title or the ASIN.
   */
  render(values: PathValues): string;
}

export type CompiledPathTemplate =
  { readonly ok: true; readonly template: PathTemplate } | { readonly ok: false; readonly errors: readonly PathTemplateError[] };

/** Part of a segment during rendering. */
interface Piece {
  text: string;
  /** Absent for literal text. */
  readonly variable?: PathVariable;
}

/**
 * Reads a path template.
 *
 * `{variable}` inserts a value. Literal text in the braces, as in `{series/}` or `{seriesPart - }`, appears only with a
 * value. `\{` and `\}` are braces. A template must be relative, have no `.` or `..` segment and contain `title` or
 * `asin`: if two books shared a folder, deleting one would delete the other.
 *
 * @returns all errors at once, ordered by position
 */
export function compilePathTemplate(source: string): CompiledPathTemplate {
  const errors: PathTemplateError[] = [];
  if (source.trim() === '') {
    return { ok: false, errors: [{ code: 'empty', message: sentence('field.template_empty'), position: 0 }] };
  }
  if (source.length > MAX_TEMPLATE_LENGTH) {
    const message = sentence('field.template_too_long', { most: MAX_TEMPLATE_LENGTH });
    return { ok: false, errors: [{ code: 'too_long', message, position: MAX_TEMPLATE_LENGTH }] };
  }
  const nodes = parsePathTemplate(source, errors);
  const variables = new Set(nodes.flatMap((node) => (node.kind === 'block' ? [node.variable] : [])));
  // A block that could not be read would look like a missing folder name.
  if (errors.length === 0) checkShape(nodes, source, errors);
  if (!variables.has('title') && !variables.has('asin')) {
    const message = sentence('field.template_no_identity', { title: '{title}', asin: '{asin}' });
    errors.push({ code: 'no_identity', message, position: source.length });
  }
  if (errors.length > 0) return { ok: false, errors: errors.sort((a, b) => a.position - b.position) };
  return { ok: true, template: { source, variables, render: (values) => render(nodes, values) } };
}

/** Checks separators and dots as if every variable had a value. */
function checkShape(nodes: readonly PathTemplateNode[], source: string, errors: PathTemplateError[]): void {
  // A value counts as one letter. Each character remembers its node, for error positions.
  const chars = nodes.flatMap((node) => {
    const text = node.kind === 'literal' ? node.text : `${node.before}x${node.after}`;
    return Array.from(text, (char) => ({ char, position: node.position }));
  });
  const first = chars[0];
  const last = chars.at(-1);
  if (first?.char === '/' || /^\s*~/.test(source)) {
    errors.push({
      code: 'absolute',
      message: sentence('field.template_absolute'),
      position: 0,
    });
  }
  if (chars.length > 1 && last?.char === '/') {
    errors.push({ code: 'trailing_separator', message: sentence('field.template_trailing_separator'), position: source.length });
  }
  let segment = '';
  chars.forEach(({ char, position }, index) => {
    if (char !== '/') segment += char;
    else if (index > 0 && segment.trim() === '') {
      errors.push({ code: 'empty_segment', message: sentence('field.template_empty_segment'), position });
    }
    if (char === '/' || index === chars.length - 1) {
      if (/^\s*\.+\s*$/.test(segment)) {
        errors.push({ code: 'dot_segment', message: sentence('field.template_dot_segment'), position });
      }
      segment = '';
    }
  });
}

function textOf(values: PathValues, variable: PathVariable): string {
  const value = values[variable];
  return sanitizeText(String(value ?? '')).trim();
}

/** Whether a value leaves anything usable for a folder name. */
function isUsable(text: string): boolean {
  return sanitizeSegment(text) !== '';
}

function completeIdentity(values: PathValues): PathValues {
  const title = textOf(values, 'title');
  const asin = textOf(values, 'asin');
  const fallback = isUsable(asin) ? asin : 'Untitled';
  return { ...values, title: isUsable(title) ? title : fallback, asin: isUsable(asin) ? asin : isUsable(title) ? title : fallback };
}

function render(nodes: readonly PathTemplateNode[], given: PathValues): string {
  const values = completeIdentity(given);
  const segments: { pieces: Piece[]; hasGap: boolean }[] = [{ pieces: [], hasGap: false }];
  const current = (): { pieces: Piece[]; hasGap: boolean } => segments.at(-1) as { pieces: Piece[]; hasGap: boolean };
  const addLiteral = (text: string): void => {
    text.split('/').forEach((part, index) => {
      if (index > 0) segments.push({ pieces: [], hasGap: false });
      if (part !== '') current().pieces.push({ text: part });
    });
  };

  for (const node of nodes) {
    if (node.kind === 'literal') {
      addLiteral(node.text);
      continue;
    }
    const text = textOf(values, node.variable);
    if (text === '') {
      current().hasGap = true;
      continue;
    }
    addLiteral(node.before);
    current().pieces.push({ text, variable: node.variable });
    addLiteral(node.after);
  }
  return segments
    .map(({ pieces, hasGap }) => renderSegment(hasGap ? trimLiteralEdges(pieces) : pieces))
    .filter((segment) => segment !== '')
    .join('/');
}

/** Removes a dash or comma that an empty variable left at the edge of its segment. */
function trimLiteralEdges(pieces: Piece[]): Piece[] {
  const first = pieces[0];
  if (first && !first.variable) first.text = first.text.replace(/^[\s\-–—,_]+/u, '');
  const last = pieces.at(-1);
  if (last && !last.variable) last.text = last.text.replace(/^(.*[^\s\-–—,_])?[\s\-–—,_]*$/su, '$1');
  return pieces;
}

/** Joins a segment. If it is too long, the longest descriptive value is shortened, so that an ASIN at its end stays. */
function renderSegment(pieces: Piece[]): string {
  const size = (): number => byteLength(pieces.map((piece) => piece.text).join(''));
  for (const isExempt of [
    (piece: Piece) => !piece.variable || SHORTENED_LAST.includes(piece.variable),
    (piece: Piece) => !piece.variable,
  ]) {
    let longest = longestOf(pieces, isExempt);
    while (longest && size() > MAX_SEGMENT_BYTES && longest.text !== '') {
      const room = Math.max(0, byteLength(longest.text) - (size() - MAX_SEGMENT_BYTES));
      longest.text = cutToBytes(longest.text, room).trimEnd();
      longest = longestOf(pieces, isExempt);
    }
  }
  return sanitizeSegment(pieces.map((piece) => piece.text).join(''));
}

function longestOf(pieces: readonly Piece[], isExempt: (piece: Piece) => boolean): Piece | undefined {
  return pieces.filter((piece) => !isExempt(piece)).sort((a, b) => byteLength(b.text) - byteLength(a.text))[0];
}

/** Sample books for previewing a template before it is saved. */
export const SAMPLE_BOOKS: readonly PathValues[] = [
  {
    author: 'Brandon Sanderson',
    title: 'The Way of Kings',
    subtitle: 'Book One of the Stormlight Archive',
    narrator: 'Kate Reading, Michael Kramer',
    asin: 'B003ZWFO7E',
    year: 2010,
    series: 'The Stormlight Archive',
    seriesPart: '1',
    language: 'en',
    publisher: 'Macmillan Audio',
  },
  {
    author: 'Andy Weir',
    title: 'Project Hail Mary',
    narrator: 'Ray Porter',
    asin: 'B08G9PRS1K',
    year: 2021,
    language: 'en',
    publisher: 'Audible Studios',
  },
  {
    author: 'Rebecca Gablé',
    title:
      'Das Lächeln der Fortuna: Ein historischer Roman über den Aufstieg des Hauses Waringham in den Wirren des Hundertjährigen Krieges zwischen England und Frankreich – ungekürzte Jubiläumsausgabe',
    subtitle: 'Waringham-Saga, Teil 1',
    narrator: 'Detlef Bierstedt',
    asin: 'B004UVTLYI',
    year: 1997,
    series: 'Die Waringham-Saga',
    seriesPart: '1',
    language: 'de',
    publisher: 'Lübbe Audio',
  },
  {
    author: '村上 春樹',
    title: 'ノルウェイの森',
    narrator: '妻夫木 聡',
    asin: 'B09NQ4N3KX',
    year: 1987,
    language: 'ja',
    publisher: 'Audible Studios',
  },
];

export interface PathPreview {
  readonly title: string;
  readonly path: string;
}

/**
 * Renders a template for some books. The caller has to point out books that get the same folder.
 *
 * @param books default {@link SAMPLE_BOOKS}
 */
export function previewPathTemplate(template: PathTemplate, books: readonly PathValues[] = SAMPLE_BOOKS): PathPreview[] {
  return books.map((book) => ({ title: String(book.title ?? ''), path: template.render(book) }));
}
