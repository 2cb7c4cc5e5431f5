import type { CatalogBook } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { CatalogService } from '../catalog/index.js';
import { parseReleaseTitle } from '../search/release-title/parse-release-title.js';
import { textKey } from '../search/text-key.js';
import { asinsOf, judgeFolder, type FolderGuess } from './judge-folder.js';
import type { FolderFacts } from './folder-facts.js';

export type LookupCatalog = Pick<CatalogService, 'book' | 'search'>;

/** The most questions to the catalogue for one book. */
const MOST_QUESTIONS = 5;
const MOST_NUMBERS = 2;
const MOST_ANSWERS = 15;
const LONGEST_QUESTION = 200;

/** The catalogue does not answer. Nothing follows from that for the files. */
export class CatalogueSilent extends Error {
  override readonly name = 'CatalogueSilent';

  constructor(options?: { readonly cause: unknown }) {
    super('The catalogue does not answer.', options);
  }
}

/** What names and tags say of the book, without asking anybody. */
export interface Reading {
  readonly title?: string;
  readonly authors: readonly string[];
}

function bracketless(text: string): string {
  return text
    .replace(/[([{][^()[\]{}]*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Reads the names alone. */
export function readNames({ names }: Pick<FolderFacts, 'names'>): Reading {
  const parsed = parseReleaseTitle(names.join('/'));
  const leaf = parseReleaseTitle(names.at(-1) ?? '');
  const title = parsed.title || leaf.title;
  const authors = parsed.authors.length > 0 ? parsed.authors : leaf.authors;
  return { ...(title === '' ? {} : { title }), authors };
}

/** The words to ask the catalogue for, the most telling first. */
function questionsOf(facts: FolderFacts): string[] {
  const { tags, names } = facts;
  const read = readNames(facts);
  const [tagged] = tags.authors;
  const [author = tagged] = read.authors;
  const leaf = names.at(-1) ?? '';
  const around = names.at(-2);
  const top = names.length > 1 ? names[0] : undefined;
  const wanted = [
    tags.album === undefined ? undefined : `${tags.album} ${tagged ?? author ?? ''}`,
    read.title === undefined ? undefined : `${read.title} ${author ?? ''}`,
    read.title === undefined || author === undefined ? undefined : read.title,
    `${bracketless(leaf)} ${top ?? ''}`,
    around === undefined ? bracketless(leaf) : `${bracketless(around)} ${bracketless(leaf)}`,
  ];
  const texts = wanted.flatMap((text) => (text === undefined || textKey(text) === '' ? [] : [text.trim().slice(0, LONGEST_QUESTION)]));
  return [...new Map(texts.map((text) => [textKey(text), text])).values()];
}

/** Whether nothing better can come of another question. */
function isSettled(guess: FolderGuess | undefined): boolean {
  return guess !== undefined && guess.confidence !== 'unsure';
}

/** @returns nothing for a question that the catalogue refuses */
async function answered<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status !== 503) return undefined;
    throw new CatalogueSilent({ cause: error });
  }
}

/**
 * Finds out which book files are. The catalogue is asked at most {@link MOST_QUESTIONS} times, one after another, and no more once an answer
 * is good.
 *
 * @returns nothing where no book of the catalogue fits
 * @throws CatalogueSilent, or the reason of the signal
 */
export async function guessFolder(catalog: LookupCatalog, facts: FolderFacts, signal: AbortSignal): Promise<FolderGuess | undefined> {
  const found = new Map<string, CatalogBook>();
  let asked = 0;
  for (const asin of asinsOf(facts).slice(0, MOST_NUMBERS)) {
    asked += 1;
    const book = await answered(() => catalog.book(asin, { signal }), signal);
    if (book) found.set(book.asin, book);
  }
  let guess = found.size === 0 ? undefined : await judgeFolder(facts, [...found.values()]);
  for (const text of questionsOf(facts)) {
    if (isSettled(guess) || asked >= MOST_QUESTIONS) break;
    signal.throwIfAborted();
    asked += 1;
    const page = await answered(() => catalog.search({ text, page: 1, limit: MOST_ANSWERS }), signal);
    // the stored books are only part of the catalogue
    if (page === undefined) continue;
    if (page.stale === true) throw new CatalogueSilent();
    const before = found.size;
    for (const book of page.items) if (!found.has(book.asin)) found.set(book.asin, book);
    if (found.size > before) guess = await judgeFolder(facts, [...found.values()]);
  }
  return guess;
}
