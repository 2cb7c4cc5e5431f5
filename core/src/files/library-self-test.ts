import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { errorCode, toFileError, type FileAction } from './file-error.js';
import { refuseUnfitPlace } from './library-place.js';
import { flushOrWarn } from './placing/placement-copy.js';
import { roundedBytes } from './reading/describe-bytes.js';
import { inEnglish, sentence, type ForeignWords, type Sentence } from '../platform/words/index.js';

export type SelfTestStepName = 'folder' | 'write' | 'read_back' | 'rename' | 'hard_link' | 'free_space' | 'remove';

export interface SelfTestStep {
  readonly step: SelfTestStepName;
  /** warning: works, with a drawback. failed: books cannot be placed here. skipped: an earlier step failed. */
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly message: Sentence | ForeignWords;
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

/** A fault that the system itself does not see. */
class UnfitFolder extends Error {
  constructor(readonly said: Sentence) {
    super(inEnglish(said));
  }
}

/** A message that is not a failure. */
interface Finding {
  readonly outcome: 'ok' | 'warning';
  readonly message: Sentence | ForeignWords;
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

  async function run(step: SelfTestStepName, action: FileAction, body: () => Promise<Finding>): Promise<void> {
    if (isBlocked) {
      steps.push({ step, outcome: 'skipped', message: sentence('selftest.skipped') });
      return;
    }
    try {
      steps.push({ step, ...(await body()) });
    } catch (error) {
      isBlocked = true;
      steps.push({ step, outcome: 'failed', message: toFileError(error, action, folder).said });
    }
  }

  await run('folder', 'open', async () => {
    if (resolve(folder) !== folder.replace(/(?<=[^/])\/+$/, '')) throw new UnfitFolder(sentence('file.cause_not_absolute'));
    if (!(await fs.stat(folder)).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    await refuseUnfitPlace(folder, 'library', options.dataDir);
    return { outcome: 'ok', message: sentence('selftest.folder') };
  });
  await run('write', 'write_to', async () => {
    let isFlushed = true;
    await fs.mkdir(work);
    const file = await fs.open(join(work, 'test'), 'wx');
    try {
      await file.writeFile(content);
      await flushOrWarn(file, work, () => (isFlushed = false));
    } finally {
      await file.close();
    }
    return isFlushed
      ? { outcome: 'ok', message: sentence('selftest.write') }
      : { outcome: 'warning', message: sentence('selftest.write_unflushed') };
  });
  await run('read_back', 'read_from', async () => {
    if (!content.equals(await fs.readFile(join(work, 'test')))) throw new UnfitFolder(sentence('file.cause_different_bytes'));
    return { outcome: 'ok', message: sentence('selftest.read_back') };
  });
  await run('rename', 'rename_in', async () => {
    await fs.rename(work, moved);
    await fs.stat(join(moved, 'test'));
    return { outcome: 'ok', message: sentence('selftest.rename') };
  });
  if (options.downloadFolder !== undefined) {
    const from = options.downloadFolder;
    const bring = options.copyFiles === true ? testCopy : testLink;
    await run('hard_link', 'link_into', () => bring(from, name, moved, fs));
  }
  await run('free_space', 'read_space', () => readSpace(folder, fs));

  // Always, also after a failure.
  isBlocked = false;
  await run('remove', 'remove_test', async () => {
    await fs.rm(work, { recursive: true, force: true });
    await fs.rm(moved, { recursive: true, force: true });
    return { outcome: 'ok', message: sentence('selftest.remove') };
  });
  return { ok: steps.every((step) => step.outcome !== 'failed'), steps };
}

async function testLink(downloadFolder: string, name: string, moved: string, fs: SelfTestFs): Promise<Finding> {
  const source = join(downloadFolder, name);
  try {
    await makeSource(source, fs);
  } catch (error) {
    const { said } = toFileError(error, 'write_test', downloadFolder);
    return { outcome: 'warning', message: sentence('selftest.links_not_tried', { fault: said }) };
  }
  try {
    await fs.link(source, join(moved, 'linked'));
    return { outcome: 'ok', message: sentence('selftest.links') };
  } catch (error) {
    const code = errorCode(error);
    const message =
      code === 'EXDEV'
        ? sentence('selftest.other_file_system')
        : sentence('selftest.no_links', { cause: code ?? sentence('selftest.unknown_cause') });
    return { outcome: 'warning', message };
  } finally {
    await fs.rm(source, { force: true });
  }
}

/** Where the settings say copy, tests whether copies share their blocks until one of them is changed. */
async function testCopy(downloadFolder: string, name: string, moved: string, fs: SelfTestFs): Promise<Finding> {
  const source = join(downloadFolder, name);
  const twice: Finding = {
    outcome: 'ok',
    message: sentence('selftest.copies'),
  };
  try {
    await makeSource(source, fs);
    await fs.copyFile(source, join(moved, 'copied'), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    return { outcome: 'ok', message: sentence('selftest.copies_share') };
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
  if (!info || info.blocks === 0) return { outcome: 'ok', message: sentence('selftest.space_unknown') };
  const bytes = info.bavail * info.bsize;
  const free = roundedBytes(bytes, 'down');
  return bytes < LOW_SPACE_BYTES
    ? { outcome: 'warning', message: sentence('selftest.space_low', { free }) }
    : { outcome: 'ok', message: sentence('selftest.space', { free }) };
}
