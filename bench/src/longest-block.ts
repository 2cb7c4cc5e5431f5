import { cleanBooks, createRedactor, hidePlaces, overlay, parseReleaseTitle } from '@lectern/core/testing';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const AIM_MS = 50;
const MEGABYTE = 1_000_000;

const repeat = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const book = (description: string, n: number) => ({
  asin: `B${String(n).padStart(9, '0')}`,
  region: 'us',
  title: 'T',
  authors: [],
  narrators: [],
  series: [],
  genres: [],
  description,
});
const books = (piece: string) => Array.from({ length: 50 }, (_, n) => book(`<p>${repeat(piece, 80_000)}x`, n));

function inputs(): readonly (readonly [name: string, work: () => unknown])[] {
  const redactor = createRedactor();
  redactor.addSecret('planted-secret');
  const [letters, addresses, paths] = ['a', 'a://b:', '“/'].map((piece) => repeat(piece, MEGABYTE));
  const [blanks, tags] = [books(' '), books('<b>')];
  const form = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`m${n}`, n]));
  return [
    ['1 MB of letters, redacted', () => redactor.redact(letters ?? '')],
    ['1 MB of addresses, redacted', () => redactor.redact(addresses ?? '')],
    ['1 MB of paths, hidden', () => hidePlaces(paths ?? '')],
    ['one description of 80,000 blanks', () => cleanBooks(blanks.slice(0, 1), 'us')],
    ['one description of 80,000 characters of tags', () => cleanBooks(tags.slice(0, 1), 'us')],
    ['a page of 50 descriptions of blanks', () => cleanBooks(blanks, 'us')],
    ['a page of 50 descriptions of tags', () => cleanBooks(tags, 'us')],
    ['a settings form of 20,000 members', () => overlay({}, form)],
    ['one release title of 500 blanks', () => parseReleaseTitle(`a${repeat(' ', 498)}!`)],
    ['one release title of 500 characters of “ by ”', () => parseReleaseTitle(repeat('a by ', 500))],
  ];
}

/** The longest time between two turns of the event loop during the work, in milliseconds. */
async function longestBlock(work: () => unknown): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}

/** Prints how long crafted inputs block the event loop, at the largest accepted sizes. */
export async function printLongestBlocks(print: (line?: string) => void): Promise<void> {
  // loaded with the first markup; not part of the cost of an input
  createRequire(import.meta.url)('sanitize-html');
  print('| input | longest block, ms | aim |');
  print('| --- | --: | --- |');
  for (const [name, work] of inputs()) {
    const ms = await longestBlock(work);
    print(`| ${name} | ${ms.toFixed(1)} | ${ms <= AIM_MS ? 'holds' : 'missed'} |`);
  }
  print();
}

const [, script] = process.argv;
if (script !== undefined && import.meta.url === pathToFileURL(script).href) {
  await printLongestBlocks((line = '') => process.stdout.write(`${line}\n`));
}
