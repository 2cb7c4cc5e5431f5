import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isFileError } from './file-error.js';
import { openInside } from './open-inside.js';

describe('opening a file inside a folder', () => {
  let dir: string;
  let root: string;

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-open-')));
    root = join(dir, 'library');
    await mkdir(join(root, 'book'), { recursive: true });
    await mkdir(join(dir, 'outside'));
    await writeFile(join(root, 'book', 'file'), 'inside');
    await writeFile(join(dir, 'outside', 'file'), 'secret');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function read(path: string): Promise<string> {
    try {
      const { handle } = await openInside(root, path);
      try {
        return (await handle.readFile()).toString();
      } finally {
        await handle.close();
      }
    } catch (error) {
      return isFileError(error) ? error.code : String(error);
    }
  }

  it('reads an existing file, and nothing that is missing or not a file', async () => {
    expect(await read('book/file')).to.equal('inside');
    expect(await read(join(root, 'book/file'))).to.equal('inside');
    for (const path of ['book', 'book/none', 'book/file/below']) expect(await read(path), path).to.equal('not_found');
  });

  it('refuses files outside, reached by name or by link', async () => {
    await symlink(join(dir, 'outside'), join(root, 'link'));
    await symlink(join(dir, 'outside', 'file'), join(root, 'book', 'link'));
    for (const path of ['../outside/file', join(dir, 'outside/file'), 'link/file', 'book/link', 'book/../../outside/file', 'a\0b']) {
      expect(await read(path), path).to.equal('outside_root');
    }
    expect(await read('..%2foutside%2ffile')).to.equal('not_found');
  });

  it('never reads outside while a folder is swapped with a link and back', async () => {
    // a separate process makes the exchange while this one is between two calls
    const flipping = `
      const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
      const [root, outside] = process.argv.slice(1);
      for (;;) {
        renameSync(root + '/book', root + '/aside');
        symlinkSync(outside, root + '/book');
        unlinkSync(root + '/book');
        renameSync(root + '/aside', root + '/book');
      }`;
    const flipper = spawn(process.execPath, ['-e', flipping, root, join(dir, 'outside')], { stdio: 'ignore' });
    const answers = new Set<string>();
    try {
      for (let tries = 0; tries < 5_000; tries += 1) answers.add(await read('book/file'));
    } finally {
      flipper.kill('SIGKILL');
      await once(flipper, 'exit');
    }
    expect([...answers]).to.not.include('secret');
    expect(answers.has('inside') || answers.has('outside_root')).to.equal(true);
  });
});
