import { LANGUAGES } from '@lectern/messages';
import { loadServerWords } from '@lectern/messages/server';
import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formWordsOf } from '@lectern/plugin-kit';

const PLUGINS = join(import.meta.dirname, '../../../plugins');

/** What a sentence must not have, whatever the language. An apostrophe quotes in ICU MessageFormat where a brace follows. */
const FAULTS: readonly (readonly [what: string, fault: RegExp])[] = [
  ['a straight quotation mark', /"/],
  ['a straight apostrophe', /(?<=\p{L})'(?=\p{L})/u],
  ['three dots for an ellipsis', /\.\.\./],
  ['two full stops', /(?<!\.)\.\.(?!\.)|。。|[.。]…/],
  ['brackets within brackets', /\([^()]*\([^()]*\)[^()]*\)|（[^（）]*（/],
];

function faultsOf(where: string, messages: Readonly<Record<string, string>>): string[] {
  return Object.entries(messages).flatMap(([key, message]) =>
    FAULTS.filter(([, fault]) => fault.test(message)).map(([what]) => `${where}: ${key} has ${what}: ${message}`),
  );
}

describe('the typography of what people read', () => {
  for (const { tag } of LANGUAGES) {
    it(`is right in the sentences of the server in ${tag}`, async () => {
      expect(faultsOf(tag, await loadServerWords(tag))).to.deep.equal([]);
    });
  }

  for (const plugin of readdirSync(PLUGINS).filter((name) => existsSync(join(PLUGINS, name, 'messages')))) {
    it(`is right in ${plugin}`, () => {
      const folder = join(PLUGINS, plugin, 'messages');
      const files = readdirSync(folder).map(
        (file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>] as const,
      );

      expect([
        ...faultsOf('form', formWordsOf(join(PLUGINS, plugin))),
        ...files.flatMap(([file, words]) => faultsOf(file, words)),
      ]).to.deep.equal([]);
    });
  }
});
