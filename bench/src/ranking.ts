import { parseReleaseTitle } from '@lectern/core/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadRankerCases, scoreRanker } from './evaluation/ranker-corpus.js';
import { loadTitleCorpus, scoreTitles } from './evaluation/title-corpus.js';

/**
 * Prints how well release titles are read and releases chosen, on the labeled corpus or on another folder of the
 * same layout: `npx tsx --conditions=lectern-source bench/src/ranking.ts [folder] [--misses]`.
 */
const args = process.argv.slice(2);
const folder = args.find((arg) => !arg.startsWith('--')) ?? fileURLToPath(new URL('./evaluation/__fixtures__', import.meta.url));
const showMisses = args.includes('--misses');

function percent(part: number, whole: number): string {
  return whole === 0 ? '     –' : `${((100 * part) / whole).toFixed(1)} %`.padStart(7);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const titlesPath = join(folder, 'titles.json');
if (existsSync(titlesPath)) {
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

const casesPath = join(folder, 'ranker-cases.json');
if (existsSync(casesPath)) {
  const scores = scoreRanker(loadRankerCases(casesPath));
  print('');
  print(`ranker cases: ${scores.cases}, with an acceptable candidate: ${scores.answerable}, picked: ${scores.picked}`);
  print(`precision at 1: ${percent(scores.picked - scores.wrong.length, scores.picked).trim()}`);
  print(`wrong-grab rate: ${percent(scores.wrong.length, scores.cases).trim()} (${scores.wrong.length})`);
  print(`coverage: ${percent(scores.answerable - scores.missed.length, scores.answerable).trim()} (missed ${scores.missed.length})`);
  print(
    `each candidate alone: ${scores.alone.taken}/${scores.alone.acceptable} acceptable taken, ${scores.alone.wrong.length} others taken`,
  );
  for (const { query, title, verdict } of scores.wrong) print(`  wrong: ${query.title} ← ${title} (${verdict})`);
  for (const { title, author } of scores.missed) print(`  missed: ${title}, ${author}`);
  for (const { query, title, verdict } of scores.alone.wrong) print(`  alone: ${query.title} ← ${title} (${verdict})`);
}
