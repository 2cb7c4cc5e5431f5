import { parseReleaseTitle } from '@lectern/core/testing';
import { expect } from 'chai';
import { loadTitleCorpus, scoreTitles } from './title-corpus.js';

describe('parseReleaseTitle on the labeled corpus', () => {
  const scores = scoreTitles(loadTitleCorpus(new URL('./__fixtures__/titles.json', import.meta.url)), parseReleaseTitle);
  const floors: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
    authors: [0.985, 0.98],
    title: [0.985, 0.99],
    narrators: [1, 1],
    formats: [1, 1],
    bitrate: [1, 1],
    vbr: [1, 1],
    year: [1, 1],
    languages: [1, 1],
    series: [0.98, 0.94],
    part: [1, 1],
    'other series': [1, 1],
    abridgement: [1, 1],
    collection: [1, 1],
    asin: [1, 1],
    isbn: [1, 1],
    group: [1, 1],
    flags: [1, 1],
    medium: [1, 1],
  };

  for (const [field, [precision, recall]] of Object.entries(floors)) {
    it(`reads ${field} with at least ${precision} precision and ${recall} recall`, () => {
      const { right, predicted, stated } = scores.fields.get(field) ?? { right: 0, predicted: 1, stated: 1 };

      expect(right / predicted).to.be.at.least(precision);
      expect(right / stated).to.be.at.least(recall);
    });
  }

  it('reads author, title, part and medium correctly for 98 of 100 titles', () => {
    expect(scores.allRight / scores.total).to.be.at.least(0.98);
  });
});
