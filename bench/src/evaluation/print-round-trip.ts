import { halfOf, loadEvaluationBooks, type Half } from './evaluation-books.js';
import { NAME_LAYOUTS } from './name-layouts.js';
import { PERTURBED_NAMES } from './perturbed-names.js';
import { crossTakes, roundTrip, type RoundTrip, type RoundTripMiss } from './round-trip.js';
import { WRONG_NAMES } from './wrong-names.js';

const HALVES: readonly Half[] = ['open', 'kept'];

function percent(part: number, whole: number): string {
  return (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`).padStart(8);
}

function totals({ layouts }: RoundTrip): { found: number; total: number } {
  return layouts.reduce((sum, { found, total }) => ({ found: sum.found + found, total: sum.total + total }), { found: 0, total: 0 });
}

function printMisses(print: (line: string) => void, misses: readonly RoundTripMiss[]): void {
  for (const { wanted, layout, name, why } of misses) print(`    ${wanted} ← ${name}\n      ${layout}; ${why}`);
}

function printTable(print: (line: string) => void, title: string, halves: readonly RoundTrip[]): void {
  print(`${title.padEnd(72)} ${HALVES.map((half) => half.padStart(8)).join(' ')}`);
  for (const [at, { layout }] of (halves[0]?.layouts ?? []).entries()) {
    const cells = halves.map(({ layouts }) => percent(layouts[at]?.found ?? 0, layouts[at]?.total ?? 0));
    print(`  ${layout.padEnd(70)} ${cells.join(' ')}`);
  }
  const sums = halves.map(totals);
  print(
    `  ${'all'.padEnd(70)} ${sums.map(({ found, total }) => percent(found, total)).join(' ')}   of ${sums.map(({ total }) => total).join(', ')}`,
  );
}

/**
 * Prints how many names made from the books of the catalogue are found for their book, and which are taken for another.
 * Rules are developed on the open half; the other half's misses are shown only where `shown` asks for them.
 */
export function printRoundTrip(print: (line: string) => void, shown: readonly Half[], quick: boolean): void {
  const all = loadEvaluationBooks();
  const books = HALVES.map((half) => all.filter((book) => halfOf(book) === half));
  print(`round trip: ${all.length} books, by half ${books.map(({ length }) => length).join(', ')}`);
  for (const [title, layouts] of [
    ['common layouts: found', NAME_LAYOUTS],
    ['names written differently: found', PERTURBED_NAMES],
  ] as const) {
    const halves = books.map((half) => roundTrip(half, layouts, all));
    printTable(print, title, halves);
    for (const half of shown) printMisses(print, halves[HALVES.indexOf(half)]?.missed ?? []);
  }
  const wrong = books.map((half) => roundTrip(half, WRONG_NAMES, all));
  print('');
  printTable(print, 'names that are not the book: taken all the same', wrong);
  const begun = Date.now();
  for (const [at, half] of HALVES.entries()) {
    const { compared, taken } = crossTakes(books[at] ?? [], [...NAME_LAYOUTS, ...PERTURBED_NAMES], all, quick ? 2000 : 60);
    print(`cross-takes, ${half} half: ${taken.length} of ${compared} names of other books`);
    if (shown.includes(half)) printMisses(print, taken);
  }
  print(`(${((Date.now() - begun) / 1000).toFixed(0)} s)`);
}
