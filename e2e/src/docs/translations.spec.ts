import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES } from '@lectern/messages';
import { expect } from 'chai';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

describe('npm run translations', () => {
  it('says how much of each language is there, of Lectern and of its plugins', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'translations'], { cwd: ROOT });

    for (const { tag, name } of LANGUAGES) {
      const shares = stdout.split('\n').filter((line) => line.startsWith(`${tag} (${name})`));
      expect(shares.map((line) => line.replace(/[\d.]+ % of [1-9]\d*$/, '…'))).to.deep.equal([
        `${tag} (${name}): …`,
        `${tag} (${name}), plugins: …`,
      ]);
    }
  });
});
