import { expect } from 'chai';
import { chooseLanguage, LANGUAGES, languageOf } from './languages.js';

describe('languages', () => {
  it('are chosen by the wishes of a browser, English where none is offered', () => {
    expect(chooseLanguage(['es-MX', 'en'])).to.equal('es');
    expect(chooseLanguage(['tlh', 'en-GB'])).to.equal('en');
    expect(chooseLanguage(['tlh', 'de-AT', 'en'])).to.equal('de');
    expect(chooseLanguage([])).to.equal('en');
    expect(chooseLanguage(['tlh', 'ja-JP', 'en'])).to.equal('ja');
  });

  it('have a name and a direction that Intl confirms', () => {
    for (const { tag, name, direction } of LANGUAGES) {
      expect(new Intl.DisplayNames([tag], { type: 'language' }).of(tag)?.toLowerCase()).to.equal(name.toLowerCase());
      const { textInfo } = new Intl.Locale(tag) as Intl.Locale & { textInfo?: { direction: string } };
      if (textInfo) expect(textInfo.direction).to.equal(direction);
      expect(languageOf(tag).tag).to.equal(tag);
    }
  });
});
