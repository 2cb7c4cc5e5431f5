import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMessage } from './format-message.js';
import { adminMessages } from './messages/en-admin.js';
import { shellMessages } from './messages/en.js';
import { pseudoLocalise } from './pseudo-locale.js';

const SOURCE = join(import.meta.dirname, '..');
const all: Record<string, string> = { ...shellMessages, ...adminMessages };

async function sources(): Promise<string> {
  const files = await readdir(SOURCE, { recursive: true });
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('i18n/messages') && !file.endsWith('.spec.ts'));
  return (await Promise.all(code.map((file) => readFile(join(SOURCE, file), 'utf8')))).join('\n');
}

describe('message catalogue', () => {
  it('has each key once across its two files', () => {
    const twice = Object.keys(shellMessages).filter((key) => key in adminMessages);

    expect(twice).to.deep.equal([]);
  });

  it('has no message without a use', async () => {
    const code = await sources();
    // Keys made from a template, such as `status.${status}`, count through their fixed beginning.
    const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const unused = Object.keys(all).filter((key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)));

    expect(unused).to.deep.equal([]);
  });

  it('closes every brace, so that the pseudo-locale leaves placeholders whole', () => {
    for (const message of Object.values(all)) {
      const names = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]);
      expect(names(pseudoLocalise(message)), message).to.deep.equal(names(message));
    }
  });
});

describe('message formatting', () => {
  it('fills placeholders and leaves an unknown one visible', () => {
    expect(formatMessage('{a} and {b}', { a: 'x' }, 'en')).to.equal('x and {b}');
  });

  it('chooses the plural form and writes the number in the locale', () => {
    const message = '{count, plural, =0 {nothing} one {# book} other {# books}} for “{query}”';

    expect(formatMessage(message, { count: 0, query: 'q' }, 'en')).to.equal('nothing for “q”');
    expect(formatMessage(message, { count: 1, query: 'q' }, 'en')).to.equal('1 book for “q”');
    expect(formatMessage(message, { count: 1234, query: 'q' }, 'de')).to.equal('1.234 books for “q”');
  });

  it('does not read special sequences in a value', () => {
    expect(formatMessage('“{title}”', { title: '$& {name} $1' }, 'en')).to.equal('“$& {name} $1”');
  });
});

describe('pseudo-locale', () => {
  it('marks, accents and lengthens the words', () => {
    const text = pseudoLocalise('Try again {name}');

    expect(text).to.match(/^\[.*\{name\}·+\]$/);
    expect(text).not.to.contain('Try');
  });
});
