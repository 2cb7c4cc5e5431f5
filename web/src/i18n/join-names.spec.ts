import { expect } from 'chai';
import { speak } from './catalog.js';
import { formatList, formatRate } from './format-values.js';
import { joinFacts, joinNames, labelled, withoutStop, withStop } from './join-names.js';

describe('names and facts beside each other', () => {
  afterEach(() => speak('en'));

  it('have the commas of the language that is spoken', async () => {
    expect(joinNames(['Ada', 'Bob'])).to.equal('Ada, Bob');
    await speak('ja');
    expect(joinNames(['Ada', 'Bob'])).to.equal('Ada、Bob');
    await speak('ar');
    expect(joinNames(['Ada', 'بشر'])).to.equal('\u2068Ada\u2069، بشر');
  });

  it('keep their own direction', async () => {
    expect(joinFacts(['Open Shelf', '708 MB'])).to.equal('Open Shelf · 708 MB');
    await speak('ar');
    expect(joinFacts(['Open Shelf', '708 م.ب'])).to.equal('\u2068Open Shelf\u2069 · 708 م.ب');
    expect(formatList(['Ada', 'Bob'], 'ar')).to.equal('\u2068Ada\u2069 و\u2068Bob\u2069');
  });

  it('follow a label with the colon of the language that is spoken', async () => {
    expect(labelled('Retry', 'Dune')).to.equal('Retry: Dune');
    await speak('fr');
    expect(labelled('Réessayer', 'Dune')).to.equal('Réessayer\u00a0: Dune');
    await speak('ja');
    expect(labelled('再試行', 'Dune')).to.equal('再試行：Dune');
  });

  it('become sentences with one stop, which is that of the language', async () => {
    expect([withStop('It is ready'), withStop('It is ready.'), withoutStop('It is ready.')]).to.deep.equal([
      'It is ready.',
      'It is ready.',
      'It is ready',
    ]);
    await speak('ja');
    expect([withStop('一致しません。'), withStop('一致しません'), withoutStop('一致しません。')]).to.deep.equal([
      '一致しません。',
      '一致しません。',
      '一致しません',
    ]);
  });

  it('have speeds without Latin letters in Arabic', () => {
    expect(formatRate(2_000, 'ar')).to.equal('2 كيلوبايت/ث');
    expect(formatRate(2_000, 'en')).to.equal('2 kB/s');
  });
});
