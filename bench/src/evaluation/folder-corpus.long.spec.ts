import { expect } from 'chai';
import { hashOf, loadEvaluationBooks } from './evaluation-books.js';
import { createShelf, labeledFolders, laidOutFolders, scoreFolders, taggedFolders } from './folder-corpus.js';
import { NAME_LAYOUTS } from './name-layouts.js';

/** A part of what `bench/src/take-in.ts` measures. */
describe('which book a folder is, on the labelled titles', () => {
  const all = loadEvaluationBooks();
  const { folders, books } = labeledFolders(new URL('./__fixtures__/titles.json', import.meta.url));
  const shelf = createShelf([...books, ...all]);
  const some = all.filter(({ id }) => hashOf(id) % 24 === 0);

  it('guesses 95 of 100 right, and is never sure of a wrong one', async () => {
    const { total, right, byConfidence } = await scoreFolders(shelf, folders);

    expect(right / total).to.be.at.least(0.95);
    expect(byConfidence.certain.wrong).to.equal(0);
    expect(byConfidence.certain.right / total).to.be.at.least(0.7);
  });

  it('is sure of fewer than 5 in 1,000 wrong ones where no file tells its length', async () => {
    const { total, byConfidence } = await scoreFolders(shelf, folders, { withoutLength: true });

    expect(byConfidence.certain.wrong / total).to.be.below(0.005);
  });

  it('is sure of no book where the catalogue lacks the right one', async () => {
    for (const made of [folders, laidOutFolders(some, NAME_LAYOUTS), taggedFolders(some)]) {
      const { byConfidence } = await scoreFolders(shelf, made, { withoutBook: true });

      expect(byConfidence.certain).to.deep.equal({ right: 0, wrong: 0 });
    }
  });

  it('guesses folders as media servers want them', async () => {
    for (const made of [laidOutFolders(some, NAME_LAYOUTS), taggedFolders(some)]) {
      const { total, right, byConfidence } = await scoreFolders(shelf, made);

      expect(right / total).to.be.at.least(0.99);
      expect(byConfidence.certain.wrong).to.equal(0);
    }
  });
});
