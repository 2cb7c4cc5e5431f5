import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { DUNE, goodRelease } from '../requests/request-fakes.spec.support.js';
import { judgeBook } from './judge-book.js';
import { MESSIAH } from './release-search-world.spec.support.js';

const CAST = { ...DUNE, asin: 'B000000DUN', narrators: ['Orlagh Cassidy'] };

function judge(title: string, books = [DUNE, MESSIAH], overrides: Parameters<typeof goodRelease>[0] = {}) {
  return judgeBook(goodRelease({ title, ...overrides }), books, 'audiobook');
}

describe('which book a release is', () => {
  it('is sure where title and author are stated and nothing speaks against them', async () => {
    const guess = await judge('Frank Herbert - Dune Messiah (Unabridged) [M4B]');

    expect(guess?.book.asin).to.equal(MESSIAH.asin);
    expect(guess?.sureness).to.equal('sure');
    expect(guess?.evidence.map(({ name }) => name)).to.include.members(['title', 'author']);
    expect(inEnglish(guess?.evidence.find(({ name }) => name === 'title')?.evidence ?? '')).to.contain('“Dune Messiah”');
  });

  it('is sure where the name has the number of the recording', async () => {
    const guess = await judge('Dune [B002V1OF70] [M4B]', [CAST, DUNE]);

    expect(guess?.book.asin).to.equal(DUNE.asin);
    expect(guess?.sureness).to.equal('sure');
  });

  it('takes the recording of the stated reader', async () => {
    const guess = await judge('Frank Herbert - Dune (Unabridged) [read by Orlagh Cassidy] [M4B]', [DUNE, CAST]);

    expect(guess?.book.asin).to.equal(CAST.asin);
    expect(guess?.sureness).to.equal('sure');
    expect(guess?.rivals).to.equal(0);
  });

  it('says that another recording fits as well where no reader is stated', async () => {
    const guess = await judge('Frank Herbert - Dune (Unabridged) [M4B]', [DUNE, CAST]);

    expect(guess?.rivals).to.equal(1);
    expect(guess?.sureness).to.equal('likely');
  });

  it('is only likely where the reader is another one', async () => {
    const guess = await judge('Frank Herbert - Dune (Unabridged) [read by Orlagh Cassidy] [M4B]', [DUNE]);

    expect(guess?.sureness).to.equal('likely');
    expect(guess?.evidence.find(({ name }) => name === 'narrator_differs')?.doubtful).to.equal(true);
  });

  it('is unsure where something speaks against the book: another language, no author, maybe another one, an ebook', async () => {
    for (const title of [
      'Frank Herbert - Dune [German] [M4B]',
      'Dune [M4B]',
      'Brandon Sanderson - Dune [M4B]',
      'Dune by Frank Herbert [EPUB]',
    ])
      expect((await judge(title, [DUNE], { language: undefined, fileType: undefined }))?.sureness, title).to.equal('unsure');
  });

  it('is none of the books where title, author or part is another', async () => {
    for (const title of [
      'Brian Herbert - Dune House Atreides [M4B]',
      'Frank Herbert - The Dosadi Experiment [M4B]',
      'Frank Herbert - Dune Book 3 [M4B]',
    ])
      expect(await judge(title, [DUNE]), title).to.equal(undefined);
  });
});
