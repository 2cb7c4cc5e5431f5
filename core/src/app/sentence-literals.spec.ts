import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where an English sentence is meant: nobody reads it in the web UI or through the API. */
const MEANT: readonly (readonly [file: RegExp, why: string])[] = [
  [/^cli\//, 'the command line is in English'],
  [/^error-codes\//, 'the description of the API is in English'],
  [/^features\/lifecycle\/reasons\//, 'it is the English of the words, which a test copies for translators'],
  [/job-queue-contract[\w-]*\.ts$/, 'it is what a test expects'],
  [/^platform\/backup\//, 'backups are restored by the command line'],
];

/** A whole English sentence that is given to what rows and answers have for people. */
const SAID = /\b(?:error|fault|reason|why|detail|message)\s*[:=]\s*(['"`])((?:“?[A-Z]|\$\{)(?:(?!\1)[^\n])* (?:(?!\1)[^\n])*[.!?])\1/g;

describe('sentences that the server stores or answers', () => {
  it('are made of a key and values, so that each reader has them in their language', async () => {
    const root = join(import.meta.dirname, '..');
    const files = (await readdir(root, { recursive: true })).filter(
      (file) =>
        file.endsWith('.ts') && !/\.spec\.|__fixtures__|(?:^|\/)test(?:ing)?\b/.test(file) && !MEANT.some(([meant]) => meant.test(file)),
    );
    const found: string[] = [];
    for (const file of files) {
      const code = await readFile(join(root, file), 'utf8');
      for (const [, , text = ''] of code.matchAll(SAID)) found.push(`${file}: ${text}`);
    }

    expect(found).to.deep.equal([]);
  });
});
