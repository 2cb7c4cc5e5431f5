import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { errorCode, toFileError } from './file-error.js';
import { refuseUnfitPlace } from './library-place.js';

export type SelfTestStepName = 'folder' | 'write' | 'read_back' | 'rename' | 'hard_link' | 'free_space' | 'remove';

export interface SelfTestStep {
  readonly step: SelfTestStepName;
  /** warning: works, with a drawback. failed: books cannot be placed here. skipped: an earlier step failed. */
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly message: string;
}

export interface SelfTestReport {
  /** No step failed. */
  readonly ok: boolean;
  readonly steps: readonly SelfTestStep[];
}

type SelfTestFs = Pick<typeof nodeFs, 'stat' | 'mkdir' | 'open' | 'readFile' | 'rename' | 'link' | 'copyFile' | 'rm' | 'statfs'>;

export interface SelfTestOptions {
  /** A folder of a download client, as this server sees it, to test hard links from. */
  readonly downloadFolder?: string;
  /** Books are copied, whether hard links work or not. */
  readonly copyFiles?: boolean;
  /** Lectern's data directory. The library must not be, contain or lie inside it. */
  readonly dataDir?: string;
  readonly fs?: SelfTestFs;
}

const LOW_SPACE_BYTES = 2_000_000_000;

/** A message that is not a failure. */
interface Finding {
  readonly outcome: 'ok' | 'warning';
  readonly message: string;
}

/**
 * Tries in a library folder what an import does there, and removes every trace. Used by the setup wizard and by the
 * library settings.
 *
 * @param folder absolute
 */
export async function testLibraryFolder(folder: string, options: SelfTestOptions = {}): Promise<SelfTestReport> {
  const fs = options.fs ?? nodeFs;
  const name = `.lectern-selftest-${randomBytes(6).toString('hex')}`;
  const work = join(folder, name);
  const moved = `${work}-renamed`;
  const content = randomBytes(4096);
  const steps: SelfTestStep[] = [];
  let isBlocked = false;

  async function run(step: SelfTestStepName, action: string, body: () => Promise<Finding>): Promise<void> {
    if (isBlocked) {
      steps.push({ step, outcome: 'skipped', message: 'Not tried, because an earlier step failed.' });
      return;
    }
    try {
      steps.push({ step, ...(await body()) });
    } catch (error) {
      isBlocked = true;
      steps.push({ step, outcome: 'failed', message: toFileError(error, action, folder).message });
    }
  }

  await run('folder', 'open', async () => {
    if (resolve(folder) !== folder.replace(/(?<=[^/])\/+$/, '')) throw new Error('it is not an absolute path');
    if (!(await fs.stat(folder)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    await refuseUnfitPlace(folder, 'library', options.dataDir);
    return { outcome: 'ok', message: 'The folder is there.' };
  });
  await run('write', 'write to', async () => {
    await fs.mkdir(work);
    const file = await fs.open(join(work, 'test'), 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    return { outcome: 'ok', message: 'Files can be written and flushed to disk.' };
  });
  await run('read_back', 'read from', async () => {
    if (!content.equals(await fs.readFile(join(work, 'test')))) throw new Error('it returns different bytes than were written');
    return { outcome: 'ok', message: 'What was written is read back unchanged.' };
  });
  await run('rename', 'rename a folder in', async () => {
    await fs.rename(work, moved);
    await fs.stat(join(moved, 'test'));
    return { outcome: 'ok', message: 'Folders can be renamed, so a book appears as a whole or not at all.' };
  });
  if (options.downloadFolder !== undefined) {
    const from = options.downloadFolder;
    const bring = options.copyFiles === true ? testCopy : testLink;
    await run('hard_link', 'link into', () => bring(from, name, moved, fs));
  }
  await run('free_space', 'read the free space of', () => readSpace(folder, fs));

  // Always, also after a failure.
  isBlocked = false;
  await run('remove', 'remove the test files from', async () => {
    await fs.rm(work, { recursive: true, force: true });
    await fs.rm(moved, { recursive: true, force: true });
    return { outcome: 'ok', message: 'The test files are removed.' };
  });
  return { ok: steps.every((step) => step.outcome !== 'failed'), steps };
}

async function testLink(downloadFolder: string, name: string, moved: string, fs: SelfTestFs): Promise<Finding> {
  const source = join(downloadFolder, name);
  try {
    await makeSource(source, fs);
  } catch (error) {
    const { message } = toFileError(error, 'write a test file to', downloadFolder);
    return { outcome: 'warning', message: `Hard links could not be tried. ${message}` };
  }
  try {
    await fs.link(source, join(moved, 'linked'));
    return { outcome: 'ok', message: 'Downloads can be hard-linked: importing takes no time and no space while they seed.' };
  } catch (error) {
    const why =
      errorCode(error) === 'EXDEV'
        ? 'The download folder and the library folder are on different file systems (or different mounts of one).'
        : `Hard links do not work here (${errorCode(error) ?? 'unknown cause'}).`;
    return { outcome: 'warning', message: `${why} Books will be copied, which takes time and space twice while they seed.` };
  } finally {
    await fs.rm(source, { force: true });
  }
}

/** Where the settings say copy, tests whether copies share their blocks until one of them is changed. */
async function testCopy(downloadFolder: string, name: string, moved: string, fs: SelfTestFs): Promise<Finding> {
  const source = join(downloadFolder, name);
  const twice: Finding = {
    outcome: 'ok',
    message: 'Books are copied, as the settings say, which takes time and space twice while they seed.',
  };
  try {
    await makeSource(source, fs);
    await fs.copyFile(source, join(moved, 'copied'), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    const message = 'Books are copied, as the settings say. The file system lets copies share their space until one of them is changed.';
    return { outcome: 'ok', message };
  } catch {
    return twice;
  } finally {
    await fs.rm(source, { force: true });
  }
}

async function makeSource(path: string, fs: SelfTestFs): Promise<void> {
  const file = await fs.open(path, 'wx');
  await file.close();
}

async function readSpace(folder: string, fs: SelfTestFs): Promise<Finding> {
  const info = await fs.statfs(folder).catch(() => undefined);
  if (!info || info.blocks === 0) return { outcome: 'ok', message: 'The file system does not say how much space is free.' };
  const free = info.bavail * info.bsize;
  const amount = `${(free / 1_000_000_000).toFixed(1)} GB are free`;
  return free < LOW_SPACE_BYTES
    ? { outcome: 'warning', message: `${amount}; an audiobook takes up to 2 GB.` }
    : { outcome: 'ok', message: `${amount}.` };
}
