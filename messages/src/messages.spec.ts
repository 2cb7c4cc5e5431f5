import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { english } from './en/index.js';
import { formatMessage, LANGUAGES, loadMessages, type LanguageTag, type MessageGroup } from './index.js';
import { loadOwn } from './load-messages.js';
import { faultOfTranslation, placeholdersOf } from './message-parts.js';

const GROUPS = Object.keys(english) as MessageGroup[];
const TRANSLATIONS = LANGUAGES.filter(({ tag }) => tag !== 'en');

/** The messages of the files of a language that join no others. */
async function filesOf(tag: LanguageTag): Promise<(readonly [string, string])[]> {
  const folder = join(import.meta.dirname, tag);
  const files = (await readdir(folder)).filter((file) => !['index.ts', 'admin.ts', 'shell.ts'].includes(file));
  const modules = await Promise.all(files.map((file) => import(join(folder, file)) as Promise<Record<string, Record<string, string>>>));
  return modules.flatMap((module) => Object.values(module).flatMap(Object.entries<string>));
}

describe('messages in English', () => {
  it('have each key only once', async () => {
    const keys = (await filesOf('en')).map(([key]) => key);

    expect(keys).to.include.members(['app.name', 'overview.title', 'setup.title']);
    expect(keys.filter((key, position) => keys.indexOf(key) !== position)).to.deep.equal([]);
  });

  it('are each in a group, which is how they get to a page', async () => {
    const grouped = new Set((await Promise.all(GROUPS.map((group) => loadMessages('en', group)))).flatMap(Object.keys));

    expect((await filesOf('en')).map(([key]) => key).filter((key) => !grouped.has(key))).to.deep.equal([]);
  });

  it('are ICU MessageFormat, with both plural forms', async () => {
    const faults = (await filesOf('en')).map(([key, message]) => [key, faultOfTranslation(message, message, 'en')]);

    expect(faults.filter(([, fault]) => fault !== '')).to.deep.equal([]);
  });

  it('show no brace to the reader', async () => {
    for (const [key, message] of await filesOf('en')) {
      const names = [...placeholdersOf(message, 'en').keys()];
      for (const value of [0, 1, 2]) {
        const text = formatMessage(message, Object.fromEntries(names.map((name) => [name, value])), 'en');
        expect(text, key).not.to.match(/[{}]/);
      }
    }
  });
});

for (const { tag, name, isComplete } of TRANSLATIONS) {
  describe(`messages in ${name}`, () => {
    it(isComplete ? 'are all there' : 'are not all there yet, so the language is not offered', async () => {
      const counts = await Promise.all(
        GROUPS.map(async (group) => {
          const [ours, theirs] = [await loadMessages('en', group), (await loadOwn(tag, group)) ?? {}];
          return Object.keys(ours).filter((key) => !(key in theirs)).length;
        }),
      );
      const missing = counts.reduce((sum, count) => sum + count, 0);

      if (isComplete) expect(missing).to.equal(0);
      else expect(missing, 'the language is complete: say so in languages.ts').to.be.greaterThan(0);
    });

    it('have no key that English does not have', async () => {
      for (const group of GROUPS) {
        const [ours, theirs] = [await loadMessages('en', group), (await loadOwn(tag, group)) ?? {}];
        expect(
          Object.keys(theirs).filter((key) => !(key in ours)),
          group,
        ).to.deep.equal([]);
      }
    });

    it('are ICU MessageFormat, with the placeholders of English and the plural forms of the language', async () => {
      for (const group of GROUPS) {
        const [ours, theirs] = [await loadMessages('en', group), (await loadOwn(tag, group)) ?? {}];
        const faults = Object.entries(theirs).map(([key, message]) => [key, faultOfTranslation(ours[key] ?? '', message, tag)]);
        expect(
          faults.filter(([, fault]) => fault !== ''),
          group,
        ).to.deep.equal([]);
      }
    });
  });
}
