import { ENGLISH_WORDS } from '@lectern/messages/server';
import { expect } from 'chai';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WAIT_REASONS } from '../features/lifecycle/reasons/wait-reasons.js';
import { mailForm } from '../features/mail/mail-form.js';
import { NOTICE_WORDS } from '../features/notifications/compose-message.js';
import { NOTIFICATION_EVENTS } from '../features/notifications/notification-events.js';
import { settingsForms } from '../features/settings/settings.js';
import { formInWords } from '../platform/words/index.js';
import { PLUGIN_ERRORS } from '../plugin-host/errors.js';

const fileOf = (name: string) => new URL(`../../../messages/src/en/server/${name}.ts`, import.meta.url);

/** The sentences of all wait reasons, each by the key under which other languages have it. */
function reasonWords(): Record<string, string> {
  const words: Record<string, string> = {};
  for (const [wording, { admin, member }] of Object.entries(WAIT_REASONS)) {
    for (const [audience, sentences] of Object.entries({ admin, member })) {
      for (const [part, text] of Object.entries<string>({ ...sentences })) words[`reason.${wording}.${audience}.${part}`] = text;
    }
  }
  return words;
}

/** What notifications say, and the names of their events in lists. */
function noticeWords(): Record<string, string> {
  const words = NOTIFICATION_EVENTS.flatMap(({ id, title, headline, text }) =>
    Object.entries({ title, headline, text }).map(([part, english]) => [`notice.${id}.${part}`, english] as const),
  );
  return Object.fromEntries([...words, ...Object.entries(NOTICE_WORDS).map(([key, english]) => [`notice.${key}`, english] as const)]);
}

/** A text as a message that says it: a brace in it is a brace. */
function quoted(text: string): string {
  return text.replace(/\{[^{}]*\}/g, "'$&'");
}

/** The texts of the forms that the server draws. */
function settingsWords(): Record<string, string> {
  const words: Record<string, string> = {};
  const note = (key: string, english: string) => (words[key] = quoted(english));
  for (const { name, schema } of [...settingsForms(), { name: 'mail', schema: mailForm }]) formInWords(schema, `settings.${name}`, note);
  return words;
}

/** What to do about each fault of a plugin. */
function pluginAdviceWords(): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string>(PLUGIN_ERRORS).map(([code, todo]) => [`plugin_advice.${code.toLowerCase()}`, quoted(todo)]),
  );
}

const COPIES = [
  { name: 'reasonWords', file: 'reasons', prefix: 'reason.', wordsOf: reasonWords },
  { name: 'noticeWords', file: 'notices', prefix: 'notice.', wordsOf: noticeWords },
  { name: 'settingsWords', file: 'settings', prefix: 'settings.', wordsOf: settingsWords },
  { name: 'pluginAdviceWords', file: 'plugin-advice', prefix: 'plugin_advice.', wordsOf: pluginAdviceWords },
] as const;

function moduleOf(name: string, words: Record<string, string>): string {
  const rows = Object.entries(words).map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
  return `/** Written by core/src/app/server-words.spec.ts from the sources of the server, which this English is a copy of. */
export const ${name} = {
${rows.join('\n')}
} as const;
`;
}

// with LECTERN_WRITE_WORDS=1 they are written anew; prettier makes them fit
describe('the words of the server', () => {
  for (const { name, file, prefix, wordsOf } of COPIES) {
    it(`are there for translators as ${file}, in the server’s own English`, async () => {
      if (process.env['LECTERN_WRITE_WORDS']) await writeFile(fileOf(file), moduleOf(name, wordsOf()));
      else {
        const copied = Object.entries<string>(ENGLISH_WORDS).filter(([key]) => key.startsWith(prefix));
        expect(Object.fromEntries(copied)).to.deep.equal(wordsOf());
      }
    });
  }

  it('are each said somewhere', async () => {
    const root = join(import.meta.dirname, '..');
    const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.spec|\.d)\.ts$/.test(file));
    const code = (await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))).join('\n');
    // a key that is put together begins with a name and a dot: `settings.${section}`
    const prefixes = [...code.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map(([, prefix = '']) => prefix);

    const unused = Object.keys(ENGLISH_WORDS).filter((key) => !code.includes(`'${key}'`) && !prefixes.some((one) => key.startsWith(one)));

    expect(unused).to.deep.equal([]);
  });
});
