import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMessage } from './format-message.js';
import { pseudoLocalize } from './pseudo-locale.js';

const SOURCE = join(import.meta.dirname, '..');
const CATALOGUE = join(import.meta.dirname, 'messages');

/** The messages of all catalogue files. */
async function messages(): Promise<(readonly [string, string])[]> {
  // they join those of other files
  const joining = ['en-admin.ts', 'en.ts'];
  const files = (await readdir(CATALOGUE)).filter((file) => !joining.includes(file));
  const modules = await Promise.all(files.map((file) => import(join(CATALOGUE, file)) as Promise<Record<string, Record<string, string>>>));
  return modules.flatMap((module) => Object.values(module).flatMap(Object.entries<string>));
}

async function sources(): Promise<string> {
  const files = await readdir(SOURCE, { recursive: true });
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('i18n/messages') && !file.endsWith('.spec.ts'));
  return (await Promise.all(code.map((file) => readFile(join(SOURCE, file), 'utf8')))).join('\n');
}

describe('message catalogue', () => {
  let all: (readonly [string, string])[];

  before(async () => {
    all = await messages();
  });

  it('has each key only once in all files', () => {
    const keys = all.map(([key]) => key);
    const twice = keys.filter((key, position) => keys.indexOf(key) !== position);

    expect(keys).to.include.members(['app.name', 'overview.title', 'setup.title']);
    expect(twice).to.deep.equal([]);
  });

  it('has no unused message', async () => {
    const code = await sources();
    // Keys made from a template, such as `status.${status}`, count by their fixed prefix.
    const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
    const keys = all.map(([key]) => key);
    const unused = keys.filter((key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)));

    expect(unused).to.deep.equal([]);
  });

  it('closes every brace, so that the pseudo-locale leaves placeholders whole', () => {
    for (const [, message] of all) {
      const names = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]);
      expect(names(pseudoLocalize(message)), message).to.deep.equal(names(message));
    }
  });

  it('has no message of which the reader sees a brace', () => {
    for (const [, message] of all) {
      const names = [...message.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1] ?? '');
      for (const value of [0, 1, 2]) {
        const text = formatMessage(message, Object.fromEntries(names.map((name) => [name, value])), 'en');
        expect(text, message).not.to.match(/[{}]/);
      }
    }
  });
});

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

  it('does not read special sequences in a value', () => {
    expect(formatMessage('“{title}”', { title: '$& {name} $1' }, 'en')).to.equal('“$& {name} $1”');
  });
});

describe('pseudo-locale', () => {
  it('marks, accents and lengthens the words', () => {
    const text = pseudoLocalize('Try again {name}');

    expect(text).to.match(/^\[.*\{name\}·+\]$/);
    expect(text).not.to.contain('Try');
  });
});
