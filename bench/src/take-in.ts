import { fileURLToPath } from 'node:url';
import { loadEvaluationBooks, hashOf } from './evaluation/evaluation-books.js';
import { createShelf, labeledFolders, laidOutFolders, scoreFolders, taggedFolders, type FolderScore } from './evaluation/folder-corpus.js';
import { NAME_LAYOUTS } from './evaluation/name-layouts.js';

/**
 * Prints how often folders of a library are taken for the right book, and how sure the wrong guesses are:
 * `npx tsx --conditions=lectern-source bench/src/take-in.ts [titles.json] [--misses] [--quick]`.
 */
const args = process.argv.slice(2);
const file = args.find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('./evaluation/__fixtures__/titles.json', import.meta.url));
const quick = args.includes('--quick');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function percent(part: number, whole: number): string {
  return (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`).padStart(9);
}

const CLASSES = ['certain', 'likely', 'unsure', 'unknown'] as const;

function printScore(words: string, { total, right, byConfidence, misses }: FolderScore): void {
  const cells = CLASSES.map((name) => `${byConfidence[name].right}+${byConfidence[name].wrong}`.padStart(10));
  print(
    `${words.padEnd(52)} ${String(total).padStart(6)} ${percent(right, total)} ${percent(byConfidence.certain.wrong, total)} ${cells.join(' ')}`,
  );
  if (!args.includes('--misses')) return;
  for (const { names, wanted, got, confidence } of misses) print(`    ${names}\n      wanted ${wanted}, got ${got}, ${confidence}`);
}

const all = loadEvaluationBooks();
const { folders: labeled, books: named } = labeledFolders(new URL(`file://${file}`));
const shelf = createShelf([...named, ...all]);
const some = all.filter(({ id }) => hashOf(id) % (quick ? 12 : 3) === 0);
const begun = performance.now();
print(
  `${'folders'.padEnd(52)} ${'number'.padStart(6)} ${'right'.padStart(9)} ${'sure,bad'.padStart(9)} ${CLASSES.map((name) => name.padStart(10)).join(' ')}`,
);
printScore('labelled titles, with lengths', await scoreFolders(shelf, labeled));
printScore('labelled titles, no file tells its length', await scoreFolders(shelf, labeled, { withoutLength: true }));
printScore('labelled titles, the catalogue lacks the book', await scoreFolders(shelf, labeled, { withoutBook: true }));
const laidOut = laidOutFolders(some, NAME_LAYOUTS);
printScore('catalogue books in 24 layouts, with lengths', await scoreFolders(shelf, laidOut));
printScore('catalogue books in 24 layouts, the book is missing', await scoreFolders(shelf, laidOut, { withoutBook: true }));
printScore('author/series/title with tags, with lengths', await scoreFolders(shelf, taggedFolders(all)));
printScore('author/series/title with tags, the book is missing', await scoreFolders(shelf, taggedFolders(all), { withoutBook: true }));
print(`right+wrong in each class; ${((performance.now() - begun) / 1000).toFixed(0)} s`);
