import { expect } from 'chai';
import { cleanBook } from './clean-book.js';
import { sampleBook } from './catalog-world.spec.support.js';
import { toPlainLine, toPlainText } from './plain-text.js';

const HOSTILE = [
  '<script>alert(1)</script>Dune',
  '<img src=x onerror=alert(1)>Dune',
  '<svg/onload=alert(1)>Dune',
  '&lt;script&gt;alert(1)&lt;/script&gt;Dune',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;Dune',
  '<<script>script>alert(1)</script>Dune',
  '<a href="javascript:alert(1)">Dune</a>',
  '<iframe srcdoc="<script>alert(1)</script>">Dune</iframe>',
  'Dune<!-- <img src=x onerror=alert(1)> -->',
  'Dune<img src=x onerror=alert(1)',
  '<style>*{background:url(//evil)}</style>Dune',
];

describe('plain text of a catalogue', () => {
  it('is cut before anything is taken out of it', () => {
    const far = `${'<b></b>'.repeat(1_000)}Dune`;

    expect(toPlainLine(far)).to.equal(undefined);
    expect(toPlainText(far, 1_000)).to.equal(undefined);
    expect(toPlainText(far)).to.equal('Dune');
  });

  it('makes no tree of more tags than a description has', () => {
    // the sanitizer would leave no blank
    expect(toPlainText('x<b>y')).to.equal('xy');
    expect(toPlainText(`x<b>y${'<b>'.repeat(600)}`)).to.equal('x y');
  });

  for (const text of HOSTILE) {
    it(`leaves no markup of ${text}`, () => {
      for (const plain of [toPlainLine(text), toPlainText(text)]) {
        expect(plain).to.match(/Dune/);
        expect(plain).to.not.match(/<[a-z/!]|onerror|javascript:|srcdoc/i);
      }
    });
  }

  it('keeps what only looks like markup', () => {
    expect(toPlainLine('1 < 2 & 3 > 2')).to.equal('1 < 2 & 3 > 2');
    expect(toPlainLine('Q&A: “Fish & Chips”')).to.equal('Q&A: “Fish & Chips”');
    expect(toPlainLine('Tom &amp; Jerry&#39;s &eacute;t&eacute;')).to.equal("Tom & Jerry's été");
  });

  it('keeps paragraphs', () => {
    expect(toPlainText('<p>One  <b>two</b></p>\n<p>Three<br/>four</p><ul><li>a</li><li>b</li></ul>')).to.equal(
      'One two\n\nThree\nfour\n\n• a\n• b',
    );
    expect(toPlainText('One\r\n\r\n\r\n\r\nTwo')).to.equal('One\n\nTwo');
  });

  it('drops control and direction marks, and says nothing of nothing', () => {
    expect(toPlainLine('a\u0000b\u202ec\td')).to.equal('abc d');
    expect(toPlainLine(' <br> ')).to.equal(undefined);
    expect(toPlainText(undefined)).to.equal(undefined);
  });

  it('never cuts a character in half', () => {
    expect(toPlainLine('ab😀', 3)).to.equal('ab');
  });

  it('cleans every text of a book and takes web addresses only', () => {
    const hostile = '<img src=x onerror=alert(1)>Name';
    const clean = cleanBook(
      sampleBook(1, {
        title: hostile,
        subtitle: hostile,
        description: hostile,
        publisher: hostile,
        authors: [{ name: hostile, id: hostile }],
        narrators: [hostile],
        series: [{ name: hostile, part: hostile }],
        genres: [hostile],
        coverUrl: 'file:///etc/passwd',
        language: hostile,
        isbn: hostile,
        releaseDate: hostile,
        rating: { average: Number.NaN, count: 1 },
        durationMinutes: -1,
      }),
      'us',
    );
    expect(JSON.stringify(clean)).to.not.include('<').and.not.include('onerror');
    expect(clean).to.not.have.any.keys('coverUrl', 'language', 'isbn', 'releaseDate', 'rating', 'durationMinutes');
    expect(clean?.title).to.equal('Name');
  });

  it('refuses a book without a proper ASIN or a title', () => {
    expect(cleanBook(sampleBook(1, { asin: '../../../x' }), 'us')).to.equal(undefined);
    expect(cleanBook(sampleBook(1, { title: '<b></b>' }), 'us')).to.equal(undefined);
  });
});
