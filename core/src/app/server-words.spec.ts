import { loadMessages } from '@lectern/messages';
import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { NOTICE_WORDS } from '../features/notifications/compose-message.js';
import { NOTIFICATION_EVENTS } from '../features/notifications/notification-events.js';
import { WAIT_REASONS } from '../features/lifecycle/reasons/wait-reasons.js';

const fileOf = (name: string) => new URL(`../../../messages/src/en/${name}.ts`, import.meta.url);

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

const GROUPS = [
  { group: 'serverReasons', file: 'server-reasons', wordsOf: reasonWords },
  { group: 'serverNotices', file: 'server-notices', wordsOf: noticeWords },
] as const;

function moduleOf(group: string, words: Record<string, string>): string {
  const rows = Object.entries(words).map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
  return `/** Written by core/src/app/server-words.spec.ts from the sources of the server, which this English is a copy of. */
export const ${group} = {
${rows.join('\n')}
} as const;
`;
}

// with LECTERN_WRITE_WORDS=1 they are written anew; prettier makes them fit
describe('the words of the server', () => {
  for (const { group, file, wordsOf } of GROUPS) {
    it(`are there for translators as ${file}, in the server’s own English`, async () => {
      if (process.env['LECTERN_WRITE_WORDS']) await writeFile(fileOf(file), moduleOf(group, wordsOf()));
      else expect(await loadMessages('en', group)).to.deep.equal(wordsOf());
    });
  }
});
