import { loadMessages } from '@lectern/messages';
import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { WAIT_REASONS } from '../features/lifecycle/reasons/wait-reasons.js';

const REASONS_FILE = new URL('../../../messages/src/en/server-reasons.ts', import.meta.url);

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

function moduleOf(words: Record<string, string>): string {
  const rows = Object.entries(words).map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
  return `/** What the server says of requests that wait. Written by core/src/app/server-words.spec.ts; the English is in core. */
export const serverReasonMessages = {
${rows.join('\n')}
} as const;
`;
}

describe('the words of the server', () => {
  it('are there for translators, as the server has them (with LECTERN_WRITE_WORDS=1 they are written anew; run prettier after it)', async () => {
    if (process.env['LECTERN_WRITE_WORDS']) await writeFile(REASONS_FILE, moduleOf(reasonWords()));
    else expect(await loadMessages('en', 'serverReasons')).to.deep.equal(reasonWords());
  });
});
