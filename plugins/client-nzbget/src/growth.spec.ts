import { expectBoundedReading } from '@lectern/testbed';
import { downloadName, markOf } from './nzb-mark.js';
import { readOptions } from './schema.js';

/** Pieces that an answer could repeat endlessly, so that a reader starts over at each. */
const PIECES = [' ', 'a', '.', '/', '${', '${x}', '${a', '<segment>a</segment>', '<segment ', '<file>'];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'readOptions of a value': (text) =>
    readOptions([
      { Name: 'a', Value: text },
      { Name: 'x', Value: 'y' },
    ]),
  downloadName: (text) => downloadName(text, 'mark', 'tail'),
  markOf: (text) => markOf(Buffer.from(`<nzb>${text}</nzb>`)),
};

describe('answers of NZBGet, and posts', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`are read by ${name} in linear time`, async () => {
      await expectBoundedReading({ [name]: read }, PIECES);
    });
  }
});
