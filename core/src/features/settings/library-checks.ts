import { toFileError } from '../../files/file-error.js';
import { refuseUnfitPlace } from '../../files/library-place.js';
import { testLibraryFolder, type SelfTestReport } from '../../files/library-self-test.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Settings, SettingsPatch } from './settings.js';

export interface LibraryChecksDeps {
  /** No library may share this folder. */
  readonly dataDir: string;
  readonly testFolder?: typeof testLibraryFolder;
}

/** Refuses folders in which books cannot be placed. */
export function createLibraryChecks({ dataDir, testFolder = testLibraryFolder }: LibraryChecksDeps, get: () => Promise<Settings>) {
  async function test(path: string, downloadPath?: string | null, patch: SettingsPatch = {}): Promise<SelfTestReport> {
    const copyFiles = patch.library?.copyFiles ?? (await get()).library.copyFiles;
    return testFolder(path, { dataDir, ...(downloadPath ? { downloadFolder: downloadPath, copyFiles } : {}) });
  }

  async function refuseUnusableLibrary(patch: SettingsPatch): Promise<void> {
    const before = await get();
    const path = patch.library?.path;
    if (path === undefined || path === null || path === before.library.path) return;
    const report = await test(path, patch.library?.downloadPath ?? before.library.downloadPath, patch);
    if (report.ok) return;
    const errors = report.steps
      .filter((step) => step.outcome === 'failed')
      .map((step) => ({ path: '/library/path', message: step.message }));
    throw new ApiError('library_unusable', errors[0]?.message ?? 'Books cannot be placed in this folder.', {
      errors,
      members: { steps: report.steps },
    });
  }

  /** Imports remove leftovers from there. */
  async function refuseUnfitDownloads({ library }: SettingsPatch): Promise<void> {
    const path = library?.downloadPath;
    if (path === undefined || path === null || path === (await get()).library.downloadPath) return;
    try {
      await refuseUnfitPlace(path, 'downloads', dataDir);
    } catch (error) {
      const { message } = toFileError(error, 'look at', path);
      throw new ApiError('settings_invalid', message, { errors: [{ path: '/library/downloadPath', message }] });
    }
  }

  return {
    test,

    /** @throws ApiError 422 `settings_invalid`, 422 `library_unusable` with the steps of the self-test */
    async refuseUnusable(patch: SettingsPatch): Promise<void> {
      await refuseUnfitDownloads(patch);
      await refuseUnusableLibrary(patch);
    },
  };
}
