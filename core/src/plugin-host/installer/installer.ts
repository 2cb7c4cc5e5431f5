import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { InstallError } from './install-error.js';
import { installLayout, type InstallLayout } from './install-layout.js';
import { withInstallLock } from './install-lock.js';
import { hasIntegrity } from './integrity.js';
import type { NpmOptions } from './npm-install.js';
import {
  beginStep,
  discard,
  placePackage,
  type InstalledPackage,
  type InstallRequest,
  type InstallRun,
  type Placing,
} from './place-package.js';
import type { Registry } from './registry.js';
import { sentence } from '../../platform/words/index.js';

/** Puts packages into `<data>/plugins`, one at a time, each completely or not at all. */
export interface Installer {
  readonly layout: InstallLayout;
  readonly registry: Registry;
  /** @throws InstallError */
  fetch(name: string, version: string | undefined, run?: InstallRun): Promise<Uint8Array>;
  /** @throws InstallError */
  install(tarball: Uint8Array, request?: InstallRequest): Promise<InstalledPackage>;
  /**
   * Restores missing code from the kept tarball or the registry, with the same version and integrity.
   *
   * @throws InstallError
   */
  restore(version: InstalledPackage & { readonly fromRegistry: boolean }, run?: InstallRun): Promise<void>;
  hasCode(id: string, version: string, packageName: string): Promise<boolean>;
  /** Removes code and tarballs of all versions of a plugin except those in `keep`. */
  remove(id: string, keep?: readonly string[]): Promise<void>;
  /** Removes the leftovers of interrupted installations. Called when a server starts. */
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

const DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENOTDIR', 'EEXIST']);

function describeFailure(error: unknown): unknown {
  if (error instanceof InstallError) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return new InstallError('INSTALL_CANCELLED', sentence('install.cancelled'), { cause: error });
  if (code === undefined || !DISK.has(code)) return error;
  return new InstallError('INSTALL_DISK', sentence('install.data_not_writable', { cause: code }), { cause: error });
}

/** Names in a directory; none if it does not exist. */
async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch(() => []);
}

async function removeVersions(layout: InstallLayout, id: string, keep: readonly string[]): Promise<void> {
  for (const version of await namesIn(layout.pluginDir(id))) {
    if (!keep.includes(version)) await discard(layout, join(layout.pluginDir(id), version));
  }
  const tarballs = join(layout.packages, id);
  for (const file of await namesIn(tarballs)) {
    if (!keep.includes(file.replace(/\.tgz$/, ''))) await rm(join(tarballs, file), { recursive: true, force: true });
  }
  if (keep.length > 0) return;
  await discard(layout, layout.pluginDir(id));
  await rm(tarballs, { recursive: true, force: true });
}

async function fetchPackage(registry: Registry, name: string, version: string | undefined, run: InstallRun): Promise<Uint8Array> {
  beginStep(run, 0);
  const published = await registry.resolve(name, version, run.signal);
  return registry.download(published, run.signal);
}

/** Creates an installer. It writes nothing before it is used. */
export function createInstaller(options: InstallerOptions): Installer {
  const { registry } = options;
  const layout = installLayout(options.dataDir);
  const placing: Placing = { layout, npm: options.npm, checkTimeoutMs: options.checkTimeoutMs };
  const turn = new PQueue({ concurrency: 1 });

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await turn.add(() => withInstallLock(layout.lock, options.lockWaitMs ?? 60_000, work));
    } catch (error) {
      throw describeFailure(error);
    }
  }

  return {
    layout,
    registry,
    fetch: (name, version, run = {}) => fetchPackage(registry, name, version, run),
    install: (tarball, request = {}) => inTurn(() => placePackage(placing, tarball, request)),
    async restore({ id, name, version, integrity, fromRegistry }, run = {}) {
      const kept = await readFile(layout.tarball(id, version)).catch(() => undefined);
      const isGood = kept !== undefined && hasIntegrity(kept, integrity);
      if (!isGood && !fromRegistry) {
        throw new InstallError('INSTALL_NOT_FOUND', sentence('install.code_missing', { plugin: `${name} ${version}` }));
      }
      const tarball = isGood ? kept : await fetchPackage(registry, name, version, run);
      const expected = { name, version, integrity };
      await inTurn(() => placePackage(placing, tarball, { ...run, allowIncompatible: true, expected }));
    },
    async hasCode(id, version, packageName) {
      try {
        JSON.parse(await readFile(join(layout.packageDir(id, version, packageName), 'package.json'), 'utf8'));
        return true;
      } catch {
        return false;
      }
    },
    remove: (id, keep = []) => inTurn(() => removeVersions(layout, id, keep)),
    cleanUp: () => inTurn(() => rm(layout.staging, { recursive: true, force: true })),
  };
}
