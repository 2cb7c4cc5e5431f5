import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import type { PluginPackage } from '../plugin-manifest.js';
import { checkInChild } from './check-in-child.js';
import { checkPackage } from './check-package.js';
import { INSTALL_MARKER, installLayout, type InstallLayout } from './install-layout.js';
import { InstallError } from './install-error.js';
import { withInstallLock } from './install-lock.js';
import { hasIntegrity, integrityOf } from './integrity.js';
import { npmInstall, type NpmOptions } from './npm-install.js';
import { readPackageArchive } from './package-archive.js';
import type { Registry } from './registry.js';

/** A version that is in place. */
export interface InstalledPackage {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly integrity: string;
}

export interface InstallProgress {
  /** Steps that are done. */
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

export interface InstallRun {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: InstallProgress) => void;
}

export interface InstallRequest extends InstallRun {
  /** Installs what was made for another plugin API, too. */
  readonly allowIncompatible?: boolean;
  /** What the package has to be; for restoring. */
  readonly expected?: { readonly name: string; readonly version: string; readonly integrity: string };
  /** Last word, when all is known of the package and nothing has been done. @throws InstallError */
  readonly admit?: (pkg: PluginPackage, integrity: string) => void;
}

/** Puts packages into `<data>/plugins`, one at a time, each completely or not at all. */
export interface Installer {
  readonly layout: InstallLayout;
  readonly registry: Registry;
  /** @throws InstallError */
  fetch(name: string, version: string | undefined, run?: InstallRun): Promise<Uint8Array>;
  /** @throws InstallError */
  install(tarball: Uint8Array, request?: InstallRequest): Promise<InstalledPackage>;
  /**
   * Makes missing code anew, of the tarball that was kept or of the registry, with the same version and integrity.
   *
   * @throws InstallError
   */
  restore(version: InstalledPackage & { readonly fromRegistry: boolean }, run?: InstallRun): Promise<void>;
  hasCode(id: string, version: string, packageName: string): Promise<boolean>;
  /** Removes code and tarballs of a plugin: all versions but those to keep. */
  remove(id: string, keep?: readonly string[]): Promise<void>;
  /** Removes what installations that were cut off left behind. For the start of a server. */
  cleanUp(): Promise<void>;
}

export interface InstallerOptions {
  readonly dataDir: string;
  readonly registry: Registry;
  readonly npm: NpmOptions;
  /** Milliseconds the check of a package may take. */
  readonly checkTimeoutMs?: number;
  /** Milliseconds to wait for another process. Default 60,000. */
  readonly lockWaitMs?: number;
}

const STEPS = [
  'Fetching the package',
  'Looking at the package',
  'Installing what it needs',
  'Trying to load it',
  'Putting it in place',
] as const;
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENOTDIR', 'EEXIST']);

function describeFailure(error: unknown): unknown {
  if (error instanceof InstallError) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return new InstallError('INSTALL_CANCELLED', 'It was cancelled.', { cause: error });
  if (code === undefined || !DISK.has(code)) return error;
  return new InstallError('INSTALL_DISK', `The data directory cannot be written (${code}).`, { cause: error });
}

/** Makes an installer. Nothing is written before it is used. */
export function createInstaller(options: InstallerOptions): Installer {
  const { registry } = options;
  const layout = installLayout(options.dataDir);
  const turn = new PQueue({ concurrency: 1 });

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await turn.add(() => withInstallLock(layout.lock, options.lockWaitMs ?? 60_000, work));
    } catch (error) {
      throw describeFailure(error);
    }
  }

  function step(run: InstallRun, index: number): void {
    if (run.signal?.aborted) throw new InstallError('INSTALL_CANCELLED', 'It was cancelled.');
    run.progress?.({ done: index, total: STEPS.length, message: `${STEPS[index] ?? ''}.` });
  }

  /** Away first, then deleted: whoever looks in between sees all of it or nothing. */
  async function discard(path: string): Promise<void> {
    const trash = join(layout.staging, randomUUID());
    await mkdir(layout.staging, { recursive: true });
    try {
      await rename(path, trash);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    await rm(trash, { recursive: true, force: true });
  }

  async function keepTarball(id: string, version: string, tarball: Uint8Array): Promise<void> {
    const path = layout.tarball(id, version);
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomUUID()}`;
    await writeFile(temporary, tarball);
    await rename(temporary, path);
  }

  async function place(tarball: Uint8Array, request: InstallRequest): Promise<InstalledPackage> {
    step(request, 1);
    const archive = await readPackageArchive(tarball);
    const integrity = integrityOf(tarball);
    const pkg = checkPackage(archive, request);
    const { name, version, lectern } = pkg;
    const { expected } = request;
    if (expected && (expected.name !== name || expected.version !== version || !hasIntegrity(tarball, expected.integrity))) {
      throw new InstallError(
        'INSTALL_INTEGRITY',
        `What is there as ${expected.name} ${expected.version} is not what was installed before.`,
      );
    }
    request.admit?.(pkg, integrity);
    const label = `${name} ${version}`;
    const stage = join(layout.staging, randomUUID());
    try {
      await mkdir(stage, { recursive: true });
      await writeFile(join(stage, 'package.tgz'), tarball);
      step(request, 2);
      await npmInstall(stage, name, options.npm, request.signal);
      await rm(join(stage, '.npm-cache'), { recursive: true, force: true });
      step(request, 3);
      const dir = join(stage, 'node_modules', name);
      const installed = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as unknown;
      const found = { source: 'installed', dir, path: `${lectern.id}/${version}`, pkg: installed, expectedId: lectern.id } as const;
      const check = {
        label,
        ignoreCompatibility: request.allowIncompatible ?? false,
        timeoutMs: options.checkTimeoutMs,
        signal: request.signal,
      };
      await checkInChild(found, check);
      step(request, 4);
      await writeFile(join(stage, INSTALL_MARKER), JSON.stringify({ id: lectern.id, name, version, integrity }, null, 2));
      await rm(join(stage, 'package.tgz'), { force: true });
      await keepTarball(lectern.id, version, tarball);
      const target = layout.versionDir(lectern.id, version);
      await discard(target);
      await mkdir(dirname(target), { recursive: true });
      await rename(stage, target);
    } finally {
      await rm(stage, { recursive: true, force: true });
    }
    return { id: lectern.id, name, displayName: lectern.displayName, version, integrity };
  }

  async function fetchPackage(name: string, version: string | undefined, run: InstallRun = {}): Promise<Uint8Array> {
    step(run, 0);
    const published = await registry.resolve(name, version, run.signal);
    return registry.download(published, run.signal);
  }

  async function versionsOf(dir: string): Promise<string[]> {
    return readdir(dir).catch(() => []);
  }

  return {
    layout,
    registry,
    fetch: fetchPackage,
    install: (tarball, request = {}) => inTurn(() => place(tarball, request)),
    async restore({ id, name, version, integrity, fromRegistry }, run = {}) {
      const kept = await readFile(layout.tarball(id, version)).catch(() => undefined);
      const isGood = kept !== undefined && hasIntegrity(kept, integrity);
      if (!isGood && !fromRegistry) {
        const text = `The code of ${name} ${version} is missing, and so is the file it was installed from.`;
        throw new InstallError('INSTALL_NOT_FOUND', `${text} Upload it again.`);
      }
      const tarball = isGood ? kept : await fetchPackage(name, version, run);
      await inTurn(() => place(tarball, { ...run, allowIncompatible: true, expected: { name, version, integrity } }));
    },
    async hasCode(id, version, packageName) {
      try {
        JSON.parse(await readFile(join(layout.packageDir(id, version, packageName), 'package.json'), 'utf8'));
        return true;
      } catch {
        return false;
      }
    },
    remove: (id, keep = []) =>
      inTurn(async () => {
        for (const version of await versionsOf(layout.pluginDir(id))) {
          if (!keep.includes(version)) await discard(join(layout.pluginDir(id), version));
        }
        const tarballs = join(layout.packages, id);
        for (const file of await versionsOf(tarballs)) {
          if (!keep.includes(file.replace(/\.tgz$/, ''))) await rm(join(tarballs, file), { recursive: true, force: true });
        }
        if (keep.length > 0) return;
        await discard(layout.pluginDir(id));
        await rm(tarballs, { recursive: true, force: true });
      }),
    cleanUp: () => inTurn(() => rm(layout.staging, { recursive: true, force: true })),
  };
}
