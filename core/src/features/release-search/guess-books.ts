import type { CatalogBook, Release } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import { linkSignals } from '../../platform/http-client/linked-signal.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import type { CatalogService } from '../catalog/index.js';
import { withStatedFacts } from '../search/ranking/stated-facts.js';
import { textKey, titleKey } from '../search/text-key.js';
import { parseReleaseTitle } from '../search/release-title/parse-release-title.js';
import type { FoundRelease } from '../search/search-run.js';
import { judgeBook, type Guess } from './judge-book.js';

/** The most questions to the catalogue for one search; the words themselves are the first. */
export const MOST_LOOKUPS = 12;
/** Books that one question may find. */
const MOST_ANSWERS = 10;
const LOOKED_UP_AT_ONCE = 3;
/** Books that one release is compared with. */
const MOST_COMPARED = 15;

/**
 * What became of looking a release up. `unreadable`: its name states no book; `unasked`: there were too many different names; `failed`: the
 * catalogue did not answer in time.
 */
export type Lookup = 'found' | 'nothing' | 'unreadable' | 'unasked' | 'failed';

/** A release with the book it looks like. */
export interface ReadRelease extends FoundRelease {
  /** What its name says. */
  readonly reading: { readonly title?: string; readonly authors: readonly string[] };
  readonly lookup: Lookup;
  readonly guess?: Guess;
}

/** A question to the catalogue. */
interface Question {
  readonly key: string;
  readonly ask: (catalog: LookupCatalog, signal: AbortSignal) => Promise<readonly CatalogBook[]>;
}

export type LookupCatalog = Pick<CatalogService, 'book' | 'search'>;

function byText(text: string): Question {
  return {
    key: `text ${textKey(text)}`,
    ask: async (catalog) => (await catalog.search({ text, page: 1, limit: MOST_ANSWERS })).items,
  };
}

/** Reads a name without knowing the book. @returns no question where the name states none */
function readName(release: Release): { readonly reading: ReadRelease['reading']; readonly question?: Question } {
  const parsed = withStatedFacts(parseReleaseTitle(release.title), release);
  const title = release.bookTitle?.trim() || parsed.title;
  const authors = release.authors?.length ? release.authors : parsed.authors;
  const reading = { ...(title === '' ? {} : { title }), authors };
  if (parsed.medium === 'other') return { reading };
  const asin = parsed.asin?.toUpperCase();
  if (asin !== undefined) {
    return {
      reading,
      question: {
        key: `asin ${asin}`,
        async ask(catalog, signal) {
          const book = await catalog.book(asin, { signal });
          return book ? [book] : [];
        },
      },
    };
  }
  return textKey(title) === '' ? { reading } : { reading, question: byText(`${title} ${authors[0] ?? ''}`.trim()) };
}

/** Asks the questions a few at a time. Those that have no answer by the deadline have none. */
async function askAll(
  catalog: LookupCatalog,
  questions: readonly Question[],
  signal: AbortSignal,
  deadline: AbortSignal,
): Promise<Map<string, readonly CatalogBook[]>> {
  const answers = new Map<string, readonly CatalogBook[]>();
  const queue = new PQueue({ concurrency: LOOKED_UP_AT_ONCE });
  const linked = linkSignals(signal, deadline);
  const ended = linked.signal;
  try {
    const all = questions.map(({ key, ask }) =>
      queue.add(async () => {
        if (ended.aborted) return;
        // a catalogue that does not answer leaves this question open, and no other
        const books = await ask(catalog, ended).catch(() => undefined);
        if (books) answers.set(key, books);
      }),
    );
    const over = new Promise<void>((resolve) => {
      if (ended.aborted) resolve();
      else ended.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([Promise.all(all), over]);
  } finally {
    linked.release();
  }
  signal.throwIfAborted();
  return new Map(answers);
}

/** The books that a name may mean: those that its own question found, and those of other questions whose title it has in it. */
function booksFor(release: Release, own: readonly CatalogBook[], pool: ReadonlyMap<string, { book: CatalogBook; key: string }>) {
  const name = ` ${textKey(`${release.title} ${release.bookTitle ?? ''}`)} `;
  const named = [...pool.values()].filter(({ key }) => key !== '' && name.includes(` ${key} `)).map(({ book }) => book);
  return [...new Map([...own, ...named].map((book) => [book.asin, book])).values()].slice(0, MOST_COMPARED);
}

/**
 * Finds out which book each release looks like. The catalogue is asked a bounded number of questions, the words of the person first; what one
 * question finds helps to read all releases.
 *
 * @param deadline ends the questions; releases that were not looked up by then say so
 * @throws the reason of the signal
 */
export async function guessBooks(
  catalog: LookupCatalog,
  { words, type }: { readonly words: string; readonly type: 'audiobook' | 'ebook' },
  releases: readonly FoundRelease[],
  { signal, deadline }: { readonly signal: AbortSignal; readonly deadline: AbortSignal },
): Promise<ReadRelease[]> {
  const giveWay = createGiveWay();
  const read = [];
  for (const found of releases) {
    await giveWay();
    read.push({ ...found, ...readName(found.release) });
  }
  const wanted = [byText(words), ...read.flatMap(({ question }) => question ?? [])];
  const asked = [...new Map(wanted.map((question) => [question.key, question])).values()].slice(0, MOST_LOOKUPS);
  const answers = releases.length === 0 ? new Map<string, readonly CatalogBook[]>() : await askAll(catalog, asked, signal, deadline);
  const pool = new Map([...answers.values()].flat().map((book) => [book.asin, { book, key: titleKey(book.title) }]));

  const lookupOf = (question: Question | undefined): Lookup => {
    if (!question) return 'unreadable';
    if (answers.has(question.key)) return 'nothing';
    return asked.some(({ key }) => key === question.key) ? 'failed' : 'unasked';
  };
  const guessed: ReadRelease[] = [];
  for (const { question, ...found } of read) {
    await giveWay();
    signal.throwIfAborted();
    const own = question === undefined ? [] : (answers.get(question.key) ?? []);
    const guess = question && (await judgeBook(found.release, booksFor(found.release, own, pool), type, giveWay));
    guessed.push({ ...found, ...(guess ? { guess, lookup: 'found' } : { lookup: lookupOf(question) }) });
  }
  return guessed;
}
