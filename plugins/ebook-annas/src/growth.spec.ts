import { expectBoundedReading } from '@lectern/testbed';
import { readSlowServers } from './detail-page.js';
import { readFacts } from './facts-line.js';
import { foreignPage } from './page-kind.js';
import { readMemberAnswer, readSolverAnswer } from './schema.js';
import { readSearchPage } from './search-page.js';
import { readSlowPage } from './slow-page.js';

const HOST = 'archive.example';

/** Pieces that an answer could repeat endlessly, so that a reader starts over at each. */
const PIECES = [
  ...[' ', 'a', '<', '<!--', '<a href="/md5/0">', '<div>', '</div>', '&amp;', '<script>', '<title>', ' · ', 'book ', '[en] ', '[', '{"a":'],
];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  foreignPage,
  readFacts,
  readMemberAnswer,
  readSolverAnswer,
  readSearchPage: (text) => readSearchPage(text, HOST),
  readSlowPage: (text) => readSlowPage(text, HOST),
  readSlowServers: (text) => readSlowServers(text, 'd'.repeat(32), HOST),
};

describe('answers of the archive', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`are read by ${name} in linear time`, async () => {
      await expectBoundedReading({ [name]: (text) => read(`<html><body>${text}`) }, PIECES);
    });
  }
});
