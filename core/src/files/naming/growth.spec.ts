import { expectBoundedReading, HOSTILE_PIECES } from '@lectern/testbed';
import { sanitizeFileName, sanitizeSegment } from './path-segment.js';

describe('a name of a file or a folder', () => {
  it('is made safe in time that grows with its length only', async () => {
    await expectBoundedReading({ sanitizeSegment, sanitizeFileName: (text) => sanitizeFileName(`${text}.mp3`) }, [
      ...HOSTILE_PIECES,
      'é',
      '\u0301',
      '\u200d',
      ': ',
      ' :',
    ]);
  });
});
