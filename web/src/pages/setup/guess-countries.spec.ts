import { expect } from 'chai';
import { guessCountries } from './guess-countries.js';

describe('the countries that a browser may be in', () => {
  it('are those of its languages, in their order', () => {
    expect(guessCountries(['de-AT', 'en-GB'], 'Etc/UTC')).to.deep.equal(['AT', 'GB']);
  });

  it('are, for a language without a country, the one where most speak it', () => {
    expect(guessCountries(['fr', 'en'], 'Etc/UTC')).to.deep.equal(['FR', 'US']);
  });

  it('begin with the one whose time the clock shows', () => {
    expect(guessCountries(['en-US', 'de'], 'Europe/Berlin')).to.deep.equal(['DE', 'US']);
  });

  it('leave out what is no language and what is no country', () => {
    expect(guessCountries(['', 'not a tag', 'es-419', 'it'], 'Etc/UTC')).to.deep.equal(['IT']);
    expect(guessCountries([], 'Etc/UTC')).to.deep.equal([]);
  });
});
