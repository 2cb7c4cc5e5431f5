import { expect } from 'chai';
import * as nodeFs from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { testLibraryFolder } from './library-self-test.js';
import type { SelfTestReport, SelfTestStepName } from './library-self-test.js';
import { inEnglish } from '../platform/words/index.js';

function saidBy(report: SelfTestReport, wanted: SelfTestStepName): string {
  return inEnglish(report.steps.find(({ step }) => step === wanted)?.message ?? '');
}

function outcomes(report: SelfTestReport): Record<string, string> {
  return Object.fromEntries(report.steps.map(({ step, outcome }) => [step, outcome]));
}

function refuse(code: string): () => Promise<never> {
  return async () => Promise.reject(Object.assign(new Error(code), { code }));
}

describe('library self-test', () => {
  let dir: string;
  let library: string;
  let downloads: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-selftest-'));
    library = join(dir, 'library');
    downloads = join(dir, 'downloads');
    await mkdir(library);
    await mkdir(downloads);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function expectClean(): Promise<void> {
    expect(await readdir(library)).to.deep.equal([]);
    expect(await readdir(downloads)).to.deep.equal([]);
  }

  for (const code of ['EINVAL', 'ENOTSUP', 'ENOSYS']) {
    it(`passes with a warning where the file system answers ${code} to flushing a file`, async () => {
      const open: typeof nodeFs.open = async (path, flags, mode) => {
        const handle = await nodeFs.open(path, flags, mode);
        handle.sync = refuse(code);
        return handle;
      };

      const report = await testLibraryFolder(library, { fs: { ...nodeFs, open } });

      expect(report.ok).to.equal(true);
      expect(outcomes(report)).to.include({ write: 'warning', rename: 'ok' });
      expect(saidBy(report, 'write')).to.include('does not flush them');
      await expectClean();
    });
  }

  it('passes every step in a good folder and leaves no trace', async () => {
    const report = await testLibraryFolder(`${library}/`, { downloadFolder: downloads });

    expect(report.ok).to.equal(true);
    expect(outcomes(report)).to.include({ folder: 'ok', write: 'ok', read_back: 'ok', rename: 'ok', hard_link: 'ok', remove: 'ok' });
    await expectClean();
  });

  it('warns that books are copied when hard links do not work between the two folders', async () => {
    const report = await testLibraryFolder(library, { downloadFolder: downloads, fs: { ...nodeFs, link: refuse('EXDEV') } });

    expect(report.ok).to.equal(true);
    expect(outcomes(report)['hard_link']).to.equal('warning');
    expect(saidBy(report, 'hard_link')).to.include('different file systems');
    await expectClean();
  });

  it('tries no hard link when books are copied, and says whether copies share disk space', async () => {
    const fs = { ...nodeFs, link: refuse('EXDEV') };
    const shares = async (from: string, to: string) => nodeFs.copyFile(from, to);
    const twice = await testLibraryFolder(library, {
      downloadFolder: downloads,
      copyFiles: true,
      fs: { ...fs, copyFile: refuse('ENOTSUP') },
    });
    const once = await testLibraryFolder(library, {
      downloadFolder: downloads,
      copyFiles: true,
      fs: { ...fs, copyFile: shares as typeof nodeFs.copyFile },
    });

    const messageOf = (report: SelfTestReport) => report.steps.find(({ step }) => step === 'hard_link');
    expect(messageOf(twice)).to.include({ outcome: 'ok' });
    expect(saidBy(twice, 'hard_link')).to.include('space twice');
    expect(saidBy(once, 'hard_link')).to.include('share their space');
    await expectClean();
  });

  it('warns when the download folder is read-only', async () => {
    const report = await testLibraryFolder(library, { downloadFolder: join(dir, 'absent') });

    expect(report.ok).to.equal(true);
    expect(outcomes(report)['hard_link']).to.equal('warning');
    await expectClean();
  });

  it('names the step that failed, skips the rest and still cleans up', async () => {
    const report = await testLibraryFolder(library, { fs: { ...nodeFs, rename: refuse('EROFS') } });

    expect(report.ok).to.equal(false);
    expect(outcomes(report)).to.deep.equal({
      folder: 'ok',
      write: 'ok',
      read_back: 'ok',
      rename: 'failed',
      free_space: 'skipped',
      remove: 'ok',
    });
    expect(saidBy(report, 'rename')).to.include('read-only');
    await expectClean();
  });

  it('fails on a folder that is missing, relative or a file', async () => {
    await writeFile(join(dir, 'file'), 'x');
    for (const folder of [join(dir, 'absent'), 'library', join(dir, 'file')]) {
      const report = await testLibraryFolder(folder);

      expect(report.ok, folder).to.equal(false);
      expect(outcomes(report)['folder']).to.equal('failed');
    }
  });

  it('refuses the data directory, a folder inside or around it, and the root, and writes nothing', async () => {
    const dataDir = join(dir, 'data');
    await mkdir(join(dataDir, 'plugins'), { recursive: true });
    await symlink(join(dataDir, 'plugins'), join(dir, 'link'));
    const made: string[] = [];
    const fs = { ...nodeFs, mkdir: (async (path: string) => void made.push(path)) as unknown as typeof nodeFs.mkdir };

    for (const folder of [dataDir, join(dataDir, 'plugins'), join(dir, 'link'), dir, '/']) {
      const report = await testLibraryFolder(folder, { dataDir, fs });

      expect(outcomes(report), folder).to.include({ folder: 'failed', write: 'skipped' });
    }
    expect(made).to.deep.equal([]);
  });

  it('accepts a folder beside the data directory whose name begins the same way', async () => {
    await mkdir(join(dir, 'library-data'));

    const report = await testLibraryFolder(library, { dataDir: join(dir, 'library-data') });

    expect(report.ok).to.equal(true);
  });

  it('warns when little space is free', async () => {
    const statfs = (async () => ({ bavail: 10, bsize: 4096, blocks: 100 })) as unknown as typeof nodeFs.statfs;

    expect(outcomes(await testLibraryFolder(library, { fs: { ...nodeFs, statfs } }))['free_space']).to.equal('warning');
  });
});
