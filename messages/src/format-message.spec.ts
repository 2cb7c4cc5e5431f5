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

  it('isolates a value that is written against the direction of the sentence, and no other', () => {
    const title = 'סיפור על אהבה וחושך (חלק 2)!';

    expect(formatMessage('“{title}” by {name}', { title, name: 'A. Oz' }, 'en')).to.equal(`“\u2068${title}\u2069” by A. Oz`);
    expect(formatMessage('«{title}» {name}', { title, name: 'A. Oz' }, 'ar-EG')).to.equal(`«${title}» \u2068A. Oz\u2069`);
    expect(formatMessage('{title} · {n}', { title: '吾輩は猫である', n: '12' }, 'ja')).to.equal('吾輩は猫である · 12');
    expect(formatMessage('{n}', { n: '12:30' }, 'ar')).to.equal('12:30');
  });

  it('reads a value once, however deep its isolates are nested, and trusts none that is not closed', () => {
    const deep = `${'\u2066'.repeat(100_000)}A${'\u2069'.repeat(100_000)}`;

    expect(formatMessage('{title}', { title: deep }, 'ar')).to.equal(deep);
    expect(formatMessage('{title}', { title: '\u2066Oz' }, 'ar')).to.equal('\u2068\u2066Oz\u2069');
    expect(formatMessage('{title}', { title: 'Oz\u2069' }, 'ar')).to.equal('\u2068Oz\u2069\u2069');
  });

  it('leaves a sentence in a sentence its direction if it has isolated its own values', () => {
    const said = formatMessage('{name}: {what}', { name: 'Prowlarr', what: 'لم يُجب' }, 'ar');

    expect(formatMessage('تعذر البحث: {fault}', { fault: said }, 'ar')).to.equal('تعذر البحث: \u2068Prowlarr\u2069: لم يُجب');
    expect(formatMessage('تعذر البحث: {fault}', { fault: `${said} (HTTP)` }, 'ar')).to.equal(`تعذر البحث: \u2068${said} (HTTP)\u2069`);
  });

  it('writes addresses and paths from left to right in a sentence from right to left', () => {
    const place = (text: string) => `\u2066${text}\u2069`;

    expect(formatMessage('لا يمكن قراءة {path}.', { path: '/كتب/a' }, 'ar')).to.equal(`لا يمكن قراءة ${place('/كتب/a')}.`);
    expect(formatMessage('مثل /sabnzbd.', {}, 'ar')).to.equal(`مثل ${place('/sabnzbd')}.`);
    expect(formatMessage('يضيف /.well-known/x إليه', {}, 'ar')).to.equal(`يضيف ${place('/.well-known/x')} إليه`);
    expect(formatMessage('مثل @1.2.3، أو @^1.2.', {}, 'ar')).to.equal(`مثل ${place('@1.2.3')}، أو ${place('@^1.2')}.`);
    expect(formatMessage('{host}: استخدم http:// وhttps://.', { host: '12' }, 'ar')).to.equal(
      `12: استخدم ${place('http://')} و${place('https://')}.`,
    );
    expect(formatMessage('such as /sabnzbd, {path}', { path: '/a' }, 'en')).to.equal('such as /sabnzbd, /a');
  });

  it('elides French words before a value that begins with a vowel', () => {
    const by = (author: string) => formatMessage('« {title} » de {author} attend', { title: 'X', author }, 'fr');

    expect(by('Jules Verne')).to.equal('« X » de Jules Verne attend');
    expect(by('Émile Zola')).to.equal('« X » d’Émile Zola attend');
    expect(formatMessage('Parce que {name} le veut', { name: 'Ada' }, 'fr-CA')).to.equal('Parce qu’Ada le veut');
    expect(formatMessage('Guide {name}', { name: 'Ada' }, 'fr')).to.equal('Guide Ada');
    expect(formatMessage('de {name}', { name: 'Ada' }, 'de')).to.equal('de Ada');
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

  it('may have all plural forms of its language where English gets by without any', () => {
    expect(fault('{n} more', '{n, plural, one {Noch eins} other {Noch #}}')).to.equal('');
    expect(fault('{n} more', '{n, plural, one {#} other {#}}', 'ar')).to.match(/few, many, one, other, two, zero/);
    expect(fault('{n} more', '{n, select, a {#} other {#}}')).to.match(/needs the cases one, other and has a, other/);
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
