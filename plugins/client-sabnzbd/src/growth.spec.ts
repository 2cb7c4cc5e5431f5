import { expectBoundedReading } from '@lectern/testbed';
import { failureReason } from './failure-reason.js';
import { jobName, markIn, markOf } from './job-mark.js';

/** Pieces that an answer could repeat endlessly, so that a reader starts over at each. */
const PIECES = [...[' ', 'a', '<', '-', '.', '/', 'https://sabnzbd.org/', '<segment>a</segment>', '<segment ', '<file>', '[', 'lectern-']];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  failureReason,
  markIn,
  jobName: (text) => jobName(text, 'mark'),
  markOf: (text) => markOf(Buffer.from(`<nzb>${text}</nzb>`)),
};

describe('answers of SABnzbd, and posts', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`are read by ${name} in linear time`, async () => {
      await expectBoundedReading({ [name]: read }, PIECES);
    });
  }
});
