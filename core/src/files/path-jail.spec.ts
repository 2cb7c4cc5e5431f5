import { expect } from 'chai';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { codeOf } from './file-error.spec.support.js';
import { isWithin, resolveInside } from './path-jail.js';

describe('path jail', () => {
  let dir: string;
  let root: string;

  beforeEach(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-jail-')));
    root = join(dir, 'data');
    await mkdir(join(root, 'Author'), { recursive: true });
    await mkdir(join(dir, 'data2'));
    await writeFile(join(dir, 'data2', 'secret'), 'x');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('does not take /data2 for a part of /data', () => {
    expect(isWithin('/data', '/data2')).to.equal(false);
    expect(isWithin('/data', '/data/2')).to.equal(true);
    expect(isWithin('/data', '/data/..b')).to.equal(true);
    expect(isWithin('/data', '/data/../x')).to.equal(false);
    expect(isWithin('/', '/x')).to.equal(true);
  });

  it('returns the real path of something inside, even if its end does not exist yet', async () => {
    expect(await resolveInside(root, 'Author')).to.equal(join(root, 'Author'));
    expect(await resolveInside(root, 'Author/Series/Title')).to.equal(join(root, 'Author/Series/Title'));
    expect(await resolveInside(root, join(root, 'Author'))).to.equal(join(root, 'Author'));
  });

  it('refuses the root itself, its parents and its neighbors', async () => {
    for (const path of ['.', '', '..', '../data2/secret', '/etc/passwd', 'Author/../..', join(dir, 'data2')]) {
      expect(await codeOf(resolveInside(root, path)), path).to.equal('outside_root');
    }
  });

  it('refuses a link that leads out, anywhere in the path', async () => {
    await symlink(join(dir, 'data2'), join(root, 'link'));
    await symlink(join(dir, 'data2', 'secret'), join(root, 'Author', 'file'));

    expect(await codeOf(resolveInside(root, 'link'))).to.equal('outside_root');
    expect(await codeOf(resolveInside(root, 'link/secret'))).to.equal('outside_root');
    expect(await codeOf(resolveInside(root, 'link/new/file'))).to.equal('outside_root');
    expect(await codeOf(resolveInside(root, 'Author/file'))).to.equal('outside_root');
  });

  it('allows a link that stays inside, and a root that is a link itself', async () => {
    await symlink(join(root, 'Author'), join(root, 'alias'));
    await symlink(root, join(dir, 'library'));

    expect(await resolveInside(root, 'alias/x')).to.equal(join(root, 'Author', 'x'));
    expect(await resolveInside(join(dir, 'library'), 'Author')).to.equal(join(root, 'Author'));
  });

  it('refuses a NUL character', async () => {
    expect(await codeOf(resolveInside(root, 'a\0b'))).to.equal('outside_root');
  });
});
