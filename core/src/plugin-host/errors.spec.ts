import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLUGIN_ERRORS } from './errors.js';

describe('error codes of the plugin host', () => {
  it('are all in the table, and the table has no others', async () => {
    const dir = dirname(fileURLToPath(import.meta.url));
    const files = (await readdir(dir)).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && file !== 'errors.ts');
    const sources = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
    const used = new Set(sources.flatMap((source) => source.match(/'(?:PLUGIN|HOOK)_[A-Z_]+'/g) ?? []).map((code) => code.slice(1, -1)));

    expect([...used].sort()).to.deep.equal(Object.keys(PLUGIN_ERRORS).sort());
  });

  it('each come with a sentence that says what to do', () => {
    for (const [code, remedy] of Object.entries(PLUGIN_ERRORS)) expect(remedy, code).to.match(/^[A-Z].*\.$/);
  });
});
