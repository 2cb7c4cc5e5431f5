import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sinon from 'sinon';
import { openServerDatabase } from '../app/open-server-database.js';
import { loadConfig } from '../platform/config/config.js';
import { CORE_DIR } from '../platform/config/core-dir.js';
import { migrations } from '../platform/db/migrations/index.js';
import { helpAbout, listOf, runCommandLine } from './command-line.js';
import { COMMANDS } from './command-table.js';

describe('the command line', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-typed-'));
  });
  afterEach(async () => {
    sinon.restore();
    await rm(dir, { recursive: true, force: true });
  });

  /** Types a command whose data directory would be a folder that is not there. */
  async function type(...args: string[]): Promise<{ code: number; out: string; err: string; left: readonly string[] }> {
    const out: string[] = [];
    const err: string[] = [];
    const stubs = [
      sinon.stub(console, 'log').callsFake((text: string) => void out.push(text)),
      sinon.stub(console, 'error').callsFake((text: string) => void err.push(text)),
    ];
    try {
      const code = await runCommandLine({ LECTERN_DATA: join(dir, 'data'), LECTERN_LOG_LEVEL: 'silent' }, args);
      return { code, out: out.join('\n'), err: err.join('\n'), left: await readdir(dir) };
    } finally {
      for (const stub of stubs) stub.restore();
    }
  }

  for (const name of Object.keys(COMMANDS)) {
    for (const flag of ['--help', '-h']) {
      it(`prints the help of ${name} for ${flag}, and runs nothing`, async () => {
        const { code, out, err, left } = await type(...name.split(' '), flag);

        expect([code, err, left]).to.deep.equal([0, '', []]);
        expect(out).to.equal(helpAbout(name));
        expect(out)
          .to.match(new RegExp(`^Usage: lectern ${name}`))
          .and.include(COMMANDS[name]?.help);
      });
    }

    it(`refuses an option that ${name} does not have, by name, and runs nothing`, async () => {
      const { code, out, err, left } = await type(...name.split(' '), '--colour');

      expect([code, out, left]).to.deep.equal([2, '', []]);
      expect(err).to.equal(`lectern ${name} has no option --colour. See: lectern ${name} --help`);
    });

    it(`refuses more words than ${name} can use, and runs nothing`, async () => {
      const words = [...(COMMANDS[name]?.words ?? []).map(() => 'word'), 'surplus'];

      const { code, err, left } = await type(...name.split(' '), ...words);

      expect([code, left]).to.deep.equal([2, []]);
      expect(err).to.equal(`lectern ${name} cannot use “surplus”. See: lectern ${name} --help`);
    });
  }

  it('says what is missing, what needs a value and what takes none', async () => {
    const typed = [await type('restore'), await type('recover', '--user'), await type('backup', '--with-key=yes')];

    expect(typed.map(({ code }) => code)).to.deep.equal([2, 2, 2]);
    expect(typed.map(({ err }) => err)).to.deep.equal([
      'lectern restore needs <file.tar.gz>. See: lectern restore --help',
      'The option --user needs a value. See: lectern recover --help',
      'The option --with-key takes no value. See: lectern backup --help',
    ]);
  });

  it('refuses commands that do not exist', async () => {
    const typed = [await type('frobnicate'), await type('plugins', 'frobnicate'), await type('secrets')];

    expect(typed.map(({ code, err }) => [code, err])).to.deep.equal([
      [2, 'There is no command frobnicate. See: lectern --help'],
      [2, 'There is no command plugins frobnicate. See: lectern plugins --help'],
      [2, 'lectern secrets is no command by itself. See: lectern secrets --help'],
    ]);
  });

  it('lists all commands, or those of a group, and prints the version', async () => {
    const asked = [await type('help'), await type('--help'), await type('plugins', '--help'), await type('plugins', 'help')];
    const version = [await type('--version'), await type('version')];

    expect(asked.map(({ code, out }) => [code, out])).to.deep.equal([
      [0, helpAbout()],
      [0, helpAbout()],
      [0, helpAbout('plugins')],
      [0, helpAbout('plugins')],
    ]);
    expect(version.map(({ out }) => out)).to.satisfy(([first, second]: string[]) => first === second && /^\d+\.\d+\.\d+/.test(first ?? ''));
  });

  it('is described in the README of this package, command by command', async () => {
    const readme = await readFile(join(CORE_DIR, 'README.md'), 'utf8');

    expect(readme).to.include(`\`\`\`\n${listOf().replaceAll(/^ {2}/gm, '')}\n\`\`\``);
  });

  it('migrate --dry-run lists what would run, and makes no file', async () => {
    const { code, out, left } = await type('migrate', '--dry-run');

    expect([code, left]).to.deep.equal([0, []]);
    expect(out).to.equal(`Would run ${migrations.map(({ name }) => name).join(', ')}.`);
  });

  it('migrate --dry-run says that a database is up to date, and changes nothing in its folder', async () => {
    const config = loadConfig({ LECTERN_DATA: join(dir, 'data') });
    await (await openServerDatabase(config)).close();
    const before = await readdir(config.dataDir);

    const { code, out } = await type('migrate', '--dry-run');

    expect([code, out]).to.deep.equal([0, 'The database is up to date.']);
    expect(await readdir(config.dataDir)).to.deep.equal(before);
  });
});
