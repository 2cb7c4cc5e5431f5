import { parseReleaseTitle } from '@lectern/core/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasFacts, loadRankerCases, scoreRanker, type RankerCase, type Told } from './evaluation/ranker-corpus.js';
import { printRoundTrip } from './evaluation/print-round-trip.js';
import { loadTitleCorpus, scoreTitles } from './evaluation/title-corpus.js';

/**
 * Prints how well release titles are read and releases chosen, on the labeled corpus or on another folder of the
 * same layout: `npx tsx --conditions=lectern-source bench/src/ranking.ts [folder] [--misses]`. Then the round trip: names made
 * from books of the catalogue. `--quick` compares fewer unlike books, `--kept` also shows the misses of the half that rules
 * are not developed on, `--only=round-trip` leaves the corpora out.
 */
const args = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('./evaluation/__fixtures__', import.meta.url));
const showMisses = args.includes('--misses');
const onlyRoundTrip = args.includes('--only=round-trip');

function percent(part: number, whole: number): string {
  return whole === 0 ? '     –' : `${((100 * part) / whole).toFixed(1)} %`.padStart(7);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const titlesPath = join(folder, 'titles.json');
if (!onlyRoundTrip && existsSync(titlesPath)) {
  const corpus = loadTitleCorpus(titlesPath);
  const scores = scoreTitles(corpus, parseReleaseTitle);
  print(`titles: ${scores.total}`);
  print(`${'field'.padEnd(14)} precision  recall   right/stated/predicted`);
  for (const [field, { right, stated, predicted }] of scores.fields) {
    print(`${field.padEnd(14)}   ${percent(right, predicted)} ${percent(right, stated)}   ${right}/${stated}/${predicted}`);
  }
  print(`all right (authors, title, part, medium): ${percent(scores.allRight, scores.total).trim()} (${scores.allRight}/${scores.total})`);
  const rounds = 20;
  const begun = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1) for (const { title } of corpus) parseReleaseTitle(title);
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  print(`titles per second: ${Math.round((rounds * corpus.length) / seconds)}`);
  if (showMisses)
    for (const { entry, parsed, fields } of scores.misses) print(`  ${entry.title}\n    ${fields.join(', ')} ${JSON.stringify(parsed)}`);
}

/** Prints how releases are chosen on the labeled cases. */
function printRanker(cases: readonly RankerCase[], told: Told, words: string): void {
  const scores = scoreRanker(cases, told);
  print('');
  print(`ranker cases, ${words}: ${scores.cases}, with an acceptable candidate: ${scores.answerable}, picked: ${scores.picked}`);
  print(`right: ${scores.picked - scores.wrong.length}, wrong: ${scores.wrong.length}, missed: ${scores.missed.length}`);
  print(`precision at 1: ${percent(scores.picked - scores.wrong.length, scores.picked).trim()}`);
  print(`wrong-grab rate: ${percent(scores.wrong.length, scores.cases).trim()}`);
  print(`coverage: ${percent(scores.answerable - scores.missed.length, scores.answerable).trim()}`);
  print(
    `each candidate alone: ${scores.alone.taken}/${scores.alone.acceptable} acceptable taken, ${scores.alone.wrong.length} others taken`,
  );
  for (const { query, title, verdict } of scores.wrong) print(`  wrong: ${query.title} ← ${title} (${verdict})`);
  for (const { title, author } of scores.missed) print(`  missed: ${title}, ${author}`);
  for (const { query, title, verdict } of scores.alone.wrong) print(`  alone: ${query.title} ← ${title} (${verdict})`);
  if (showMisses)
    for (const { query, title, reasons } of scores.alone.left) print(`  left: ${query.title} ← ${title}: ${reasons.join('; ')}`);
}

const casesPath = join(folder, 'ranker-cases.json');
if (!onlyRoundTrip && existsSync(casesPath)) {
  const cases = loadRankerCases(casesPath);
  printRanker(cases, 'names', 'by names alone');
  // a corpus without facts says the same twice
  if (cases.some(hasFacts)) printRanker(cases, 'facts', 'with sizes, seeders, series, readers and runtimes');
}

print('');
printRoundTrip(
  print,
  [...(showMisses ? (['open'] as const) : []), ...(args.includes('--kept') ? (['kept'] as const) : [])],
  args.includes('--quick'),
);
