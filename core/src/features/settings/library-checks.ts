import { toFileError } from '../../files/file-error.js';
import { refuseUnfitPlace } from '../../files/library-place.js';
import { testLibraryFolder, type SelfTestReport } from '../../files/library-self-test.js';
import type { FieldError } from '../../platform/http/validation.js';
import type { Settings, SettingsPatch } from './settings.js';

export interface LibraryChecksDeps {
  /** No library may share this folder. */
  readonly dataDir: string;
  readonly testFolder?: typeof testLibraryFolder;
}

/** Finds out whether books can be placed in folders. */
export function createLibraryChecks({ dataDir, testFolder = testLibraryFolder }: LibraryChecksDeps, get: () => Promise<Settings>) {
  async function test(path: string, downloadPath?: string | null, patch: SettingsPatch = {}): Promise<SelfTestReport> {
    const copyFiles = patch.library?.copyFiles ?? (await get()).library.copyFiles;
    return testFolder(path, { dataDir, ...(downloadPath ? { downloadFolder: downloadPath, copyFiles } : {}) });
  }

  /** The self-test of a new library folder that fails it. */
  async function failedTest(patch: SettingsPatch): Promise<SelfTestReport | undefined> {
    const before = await get();
    const path = patch.library?.path;
    if (path === undefined || path === null || path === before.library.path) return undefined;
    const report = await test(path, patch.library?.downloadPath ?? before.library.downloadPath, patch);
    return report.ok ? undefined : report;
  }

  /** Imports remove leftovers from the downloads folder, so not every folder may be one. */
  async function downloadsErrors({ library }: SettingsPatch): Promise<FieldError[]> {
    const path = library?.downloadPath;
    if (path === undefined || path === null || path === (await get()).library.downloadPath) return [];
    try {
      await refuseUnfitPlace(path, 'downloads', dataDir);
      return [];
    } catch (error) {
      return [{ path: '/library/downloadPath', message: toFileError(error, 'look_at', path).said }];
    }
  }

  return {
    test,

    /** Lists what is wrong with new folders. `report` is the self-test of a library folder that cannot be used. */
    async errors(patch: SettingsPatch): Promise<{ readonly errors: readonly FieldError[]; readonly report?: SelfTestReport }> {
      const downloads = await downloadsErrors(patch);
      const report = await failedTest(patch);
      if (!report) return { errors: downloads };
      const failed = report.steps.filter((step) => step.outcome === 'failed').map(({ message }) => ({ path: '/library/path', message }));
      return { errors: [...failed, ...downloads], report };
    },
  };
}
