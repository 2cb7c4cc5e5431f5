import { expect } from 'chai';
import { formatMessage } from './format-message.js';
import { faultOfTranslation } from './message-parts.js';
import { pseudoMarked } from './pseudo-locale.js';

describe('message formatting', () => {
  it('fills placeholders and leaves an unknown one visible', () => {
    expect(formatMessage('{a} and {b}', { a: 'x' }, 'en')).to.equal('x and {b}');
  });

  it('chooses the plural form and formats the number in the locale', () => {
    const message = '{count, plural, =0 {nothing} one {# book} other {# books}} for “{query}”';

    expect(formatMessage(message, { count: 0, query: 'q' }, 'en')).to.equal('nothing for “q”');
    expect(formatMessage(message, { count: 1, query: 'q' }, 'en')).to.equal('1 book for “q”');
    expect(formatMessage(message, { count: 1234, query: 'q' }, 'de')).to.equal('1.234 books for “q”');
  });

  it('writes a number that stands alone as the locale does, also beside a plural of it', () => {
    expect(formatMessage('{n} of {n, plural, one {#} other {#}}', { n: 1500 }, 'de')).to.equal('1.500 of 1.500');
  });

  it('knows the plural forms of other languages', () => {
    const message = '{n, plural, zero {z} one {o} two {t} few {f} many {m} other {x}}';

    expect([0, 1, 2, 3, 11, 100].map((n) => formatMessage(message, { n }, 'ar'))).to.deep.equal(['z', 'o', 't', 'f', 'm', 'x']);
  });

  it('does not read special sequences in a value', () => {
    expect(formatMessage('“{title}”', { title: '$& {name} $1' }, 'en')).to.equal('“$& {name} $1”');
    expect(formatMessage('“{title}”', { title: `it's <b>'{x}'` }, 'en')).to.equal(`“it's <b>'{x}'”`);
  });

  it('shows a message that it cannot read as it is, and one whose number is missing', () => {
    expect(formatMessage('{broken', {}, 'en')).to.equal('{broken');
    expect(formatMessage('{n, plural, one {#} other {#}}', {}, 'en')).to.equal('{n, plural, one {#} other {#}}');
  });

  it('leaves markup alone', () => {
    expect(formatMessage('<b>{name}</b>', { name: 'x' }, 'en')).to.equal('<b>x</b>');
  });
});

describe('a translation', () => {
  const fault = (english: string, translation: string, locale = 'de') => faultOfTranslation(english, translation, locale);

  it('is faultless with the same placeholders in another order, and the plural forms of its language', () => {
    expect(fault('{a} by {b}', '{b}: {a}')).to.equal('');
    expect(fault('{n, plural, one {# book} other {# books}}', '{n, plural, other {#冊}}', 'ja')).to.equal('');
    expect(fault('{n, plural, one {#} other {#}}', '{n, plural, one {#} many {#} other {#}}', 'fr')).to.equal('');
  });

  it('is refused without a placeholder, with one of its own, with a wrong case, or as no message at all', () => {
    expect(fault('by {author}', 'von {autor}')).to.equal('It lacks {author}.');
    expect(fault('by', 'von {author}')).to.equal('English has no {author}.');
    expect(fault('{n, plural, one {#} other {#}}', '{n, plural, other {#}}')).to.match(/needs the cases one, other and has other/);
    expect(fault('{n, plural, one {#} other {#}}', '{n, plural, one {#} other {#}}', 'ar')).to.match(/few, many, one, other, two, zero/);
    expect(fault('{kind, select, ebook {e} other {o}}', '{kind, select, other {o}}')).to.match(/needs the cases/);
    expect(fault('by', 'von {')).to.match(/^It is not ICU MessageFormat/);
  });
});

describe('pseudo-locale', () => {
  it('marks, accents and lengthens the words, also those of plurals, and leaves values as they are', () => {
    const text = pseudoMarked(formatMessage('Try again {name} {n, plural, one {book} other {books}}', { name: 'Etta', n: 2 }, 'en', true));

    expect(text).to.match(/^\[Ţŕý åĝåîñ Etta böö[^o]š·+\]$/);
  });
});
