import { expectBoundedGrowth, repeatInto } from '@lectern/testbed';
import type { CatalogBook } from '@lectern/plugin-api';
import { cleanBook } from './clean-book.js';
import { sampleBook } from './catalog-world.spec.support.js';
import { toPlainLine, toPlainText } from './plain-text.js';

/** Text that patterns and readers of markup may begin at again and again. */
const PIECES = [
  ...['a', ' ', '\u00a0', '\n', ' \n', '<', '<p>', '</p>', '<b>', '<a ', '<!--', '<!', '&', '&amp;', '&lt;', '&amp;lt;b&amp;gt;', '&#'],
  ...['(', '[', '()', ' - ', ': ', ', ', 'book 1 ', '<br ', '<li>', '<script>', '<style>', '<textarea>', '"', '\u202e', '😀'],
];

describe('what a catalogue answers', () => {
  for (const [name, clean] of Object.entries({ toPlainLine, toPlainText })) {
    it(`is read by ${name} in time that grows with its length only`, async () => {
      for (const piece of PIECES) {
        for (const [begin, end] of [
          ['', ''],
          ['<p>', 'x'],
        ]) {
          const text = (size: number): string => `${begin}${repeatInto(size, piece)}${end}`;
          await expectBoundedGrowth(`${name} of ${JSON.stringify(begin + piece)}`, text, (value) => clean(value));
        }
      }
    });
  }

  it('may open as many tags as it likes within what is read of it', async () => {
    const nested = (size: number): string => `<p>${'<b>'.repeat(size / 3)}x`;

    await expectBoundedGrowth('nested tags', nested, (text) => toPlainText(text), { from: 800, to: 80_000 });
  });

  it('may hold long texts and long lists everywhere', async () => {
    const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
    const long = (size: number): CatalogBook => {
      const text = ' <b>x'.repeat(size / 5);
      return sampleBook(1, { title: text, subtitle: text, description: text, publisher: text, isbn: text, coverUrl: text });
    };
    const listed = (size: number): CatalogBook =>
      sampleBook(1, {
        authors: many(size, (n) => ({ name: `Author ${n}`, id: `id${n}` })),
        narrators: many(size, (n) => `Narrator ${n}`),
        series: many(size, (n) => ({ name: `Series ${n}`, part: String(n) })),
        genres: many(size, (n) => `Genre ${n}`),
      });

    await expectBoundedGrowth('long texts', long, (book) => cleanBook(book, 'us'));
    await expectBoundedGrowth('long lists', listed, (book) => cleanBook(book, 'us'));
  });
});
