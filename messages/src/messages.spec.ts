import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMessage, LANGUAGES, MESSAGE_GROUPS, type LanguageTag, type Messages } from './index.js';
import { loadOwn } from './load-messages.js';
import { loadOwnServerWords } from './server-words.js';
import { faultOfTranslation, placeholdersOf, textsOf } from './message-parts.js';
import { typingFaultsOf } from './typography.js';

/** What a language itself has of a group, or of the sentences that the server fills in. */
type Loader = (tag: LanguageTag) => Promise<Messages | undefined>;

const GROUPS: readonly (readonly [name: string, load: Loader])[] = [
  ...MESSAGE_GROUPS.map((group) => [group, (tag: LanguageTag) => loadOwn(tag, group)] as const),
  ['server', loadOwnServerWords],
];

async function bothOf(load: Loader, tag: LanguageTag): Promise<[english: Messages, own: Messages]> {
  return [(await load('en')) ?? {}, (await load(tag)) ?? {}];
}
const TRANSLATIONS = LANGUAGES.filter(({ tag }) => tag !== 'en');

const PLUGINS = join(import.meta.dirname, '../../plugins');

/** Of the plugins that come with Lectern, each with its messages, in the languages that it has. */
const PLUGIN_FILES: typeof GROUPS = (await readdir(PLUGINS)).map((plugin) => [
  plugin,
  async (tag) => {
    const file = join(PLUGINS, plugin, 'messages', `${tag}.json`);
    return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Messages) : undefined;
  },
]);
const ALL = [...GROUPS, ...PLUGIN_FILES];

/** Words that are the same in every language do not count: names of values, units, formats. */
const wordsOf = (message: string) => message.match(/\p{L}{2,}/gu) ?? [];
const isLeftInEnglish = (english: string, own: string) =>
  english === own && wordsOf(own.replace(/\{\w+, plural,|\b(?:one|other) \{|\{\w+\}|kHz/g, '')).length > 3;

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
    const grouped = new Set((await Promise.all(GROUPS.map(async ([, load]) => (await load('en')) ?? {}))).flatMap(Object.keys));

    expect((await filesOf('en')).map(([key]) => key).filter((key) => !grouped.has(key))).to.deep.equal([]);
  });

  it('are ICU MessageFormat, with both plural forms', async () => {
    const faults = (await filesOf('en')).map(([key, message]) => [key, faultOfTranslation(message, message, 'en')]);

    expect(faults.filter(([, fault]) => fault !== '')).to.deep.equal([]);
  });

  it('show no brace to the reader', async () => {
    for (const [key, message] of await filesOf('en')) {
      const names = [...placeholdersOf(message).keys()];
      for (const value of [0, 1, 2]) {
        // a quoted brace is meant to be one
        const text = formatMessage(
          message.replaceAll("'{", '').replaceAll("}'", ''),
          Object.fromEntries(names.map((name) => [name, value])),
          'en',
        );
        expect(text, key).not.to.match(/[{}]/);
      }
    }
  });
});

for (const { tag, name } of TRANSLATIONS) {
  describe(`messages in ${name}`, () => {
    it('have each key only once, as files that a tool writes', async () => {
      const folder = join(import.meta.dirname, tag);
      for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json'))) {
        const text = await readFile(join(folder, file), 'utf8');
        // a key that stands twice would be lost without a word
        expect(text, file).to.equal(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
      }
    });

    it('have no key that English does not have', async () => {
      for (const [group, load] of GROUPS) {
        const [ours, theirs] = await bothOf(load, tag);
        expect(
          Object.keys(theirs).filter((key) => !(key in ours)),
          group,
        ).to.deep.equal([]);
      }
    });

    it('are ICU MessageFormat, with the placeholders of English and the plural forms of the language', async () => {
      for (const [group, load] of ALL) {
        const [ours, theirs] = await bothOf(load, tag);
        const faults = Object.entries(theirs).map(([key, message]) => [key, faultOfTranslation(ours[key] ?? '', message, tag)]);
        expect(
          faults.filter(([, fault]) => fault !== ''),
          group,
        ).to.deep.equal([]);
      }
    });

    it('are in the language, and typed as it is typed', async () => {
      const faults: string[] = [];
      for (const [group, load] of ALL) {
        const [ours, theirs] = await bothOf(load, tag);
        for (const [key, message] of Object.entries(theirs)) {
          if (isLeftInEnglish(ours[key] ?? '', message)) faults.push(`${group} ${key}: it is left in English`);
          const found = new Set(textsOf(message).flatMap((text) => typingFaultsOf(text, tag)));
          faults.push(...[...found].map((fault) => `${group} ${key}: ${fault}`));
        }
      }

      expect(faults).to.deep.equal([]);
    });
  });
}
