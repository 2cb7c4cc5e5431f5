import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');
/** Makes the folder of the packages, as the real one does, and notes what it was asked for. */
const NPM = `#!/bin/sh
mkdir -p node_modules
case "$*" in *--workspace*) what=some ;; *) what=all ;; esac
echo "$1 $what" >> npm.log
[ ! -e npm-fails ]
`;

describe('what the start script installs', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-install-'));
    for (const name of ['scripts', 'plugins', 'bin']) mkdirSync(join(folder, name));
    copyFileSync(join(ROOT, 'scripts/run.mjs'), join(folder, 'scripts/run.mjs'));
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    writeFileSync(join(folder, 'bin/npm'), NPM);
    chmodSync(join(folder, 'bin/npm'), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** What npm was asked for. The step after it ends at once, because there is nothing to build. */
  function asked(command: 'bundle' | 'build'): string[] {
    const log = join(folder, 'npm.log');
    rmSync(log, { force: true });
    const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
    spawnSync(process.execPath, ['scripts/run.mjs', command], { cwd: folder, env, stdio: 'ignore' });
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  }

  it('is what serves for a start, the rest for a build, and nothing twice', () => {
    expect([asked('bundle'), asked('bundle'), asked('build'), asked('build'), asked('bundle')]).to.deep.equal([
      ['ci some'],
      [],
      ['install all'],
      [],
      [],
    ]);
  });

  it('is everything for a build after the packages were deleted and a start installed what serves', () => {
    asked('build');
    rmSync(join(folder, 'node_modules'), { recursive: true });

    expect([asked('bundle'), asked('build')]).to.deep.equal([['ci some'], ['install all']]);
  });

  it('is installed again where it came to nothing', () => {
    asked('build');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'npm-fails'), '');
    asked('build');
    rmSync(join(folder, 'npm-fails'));

    expect(asked('build')).to.deep.equal(['ci all']);
  });
});
