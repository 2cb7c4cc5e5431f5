import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PluginPackage } from '../plugin-manifest.js';
import { checkInChild } from './check-in-child.js';
import { checkPackage } from './check-package.js';
import { sentence, type Said } from '../../platform/words/index.js';
import { InstallError } from './install-error.js';
import { INSTALL_MARKER, type InstallLayout } from './install-layout.js';
import { hasIntegrity, integrityOf } from './integrity.js';
import { refuseNativeIn } from './native-code.js';
import { npmInstall, type NpmOptions } from './npm-install.js';
import { readPackageArchive } from './package-archive.js';

/** An installed version. */
export interface InstalledPackage {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly integrity: string;
}

export interface InstallProgress {
  /** Number of finished steps. */
  readonly done: number;
  readonly total: number;
  readonly message: Said;
}

export interface InstallRun {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: InstallProgress) => void;
}

export interface InstallRequest extends InstallRun {
  /** Also installs a package made for another plugin API. */
  readonly allowIncompatible?: boolean;
  /** The package that it must be; used when restoring. */
  readonly expected?: { readonly name: string; readonly version: string; readonly integrity: string };
  /** A last veto, when the package has been read and nothing has been changed. @throws InstallError */
  readonly admit?: (pkg: PluginPackage, integrity: string) => void;
}

/** The folders and tools for placing packages. */
export interface Placing {
  readonly layout: InstallLayout;
  readonly npm: NpmOptions;
  readonly checkTimeoutMs?: number;
}

const STEPS = [
  sentence('progress.plugin_fetching'),
  sentence('progress.plugin_looking'),
  sentence('progress.plugin_needs'),
  sentence('progress.plugin_trying'),
  sentence('progress.plugin_placing'),
];

/** Reports that a step begins. @throws InstallError if the run was cancelled */
export function beginStep(run: InstallRun, index: number): void {
  if (run.signal?.aborted) throw new InstallError('INSTALL_CANCELLED', sentence('install.cancelled'));
  run.progress?.({ done: index, total: STEPS.length, message: STEPS[index] ?? '' });
}

/** Moves the folder away before deleting it, so that others see all of it or nothing. */
export async function discard({ staging }: InstallLayout, path: string): Promise<void> {
  const trash = join(staging, randomUUID());
  await mkdir(staging, { recursive: true });
  try {
    await rename(path, trash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await rm(trash, { recursive: true, force: true });
}

async function keepTarball(layout: InstallLayout, id: string, version: string, tarball: Uint8Array): Promise<void> {
  const path = layout.tarball(id, version);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, tarball);
  await rename(temporary, path);
}

function requireExpected(tarball: Uint8Array, { name, version }: PluginPackage, { expected }: InstallRequest): void {
  if (!expected) return;
  if (expected.name === name && expected.version === version && hasIntegrity(tarball, expected.integrity)) return;
  const text = sentence('install.another_than_before', { plugin: `${expected.name} ${expected.version}` });
  throw new InstallError('INSTALL_INTEGRITY', text);
}

/** Installs the dependencies of a package in its stage, and loads it there once. */
async function tryInStage({ npm, checkTimeoutMs }: Placing, stage: string, pkg: PluginPackage, request: InstallRequest): Promise<void> {
  const { name, version, lectern } = pkg;
  beginStep(request, 2);
  await npmInstall(stage, name, npm, request.signal);
  await refuseNativeIn(stage, `${name} ${version}`);
  await rm(join(stage, '.npm-cache'), { recursive: true, force: true });
  beginStep(request, 3);
  const dir = join(stage, 'node_modules', name);
  const installed = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as unknown;
  const found = { source: 'installed', dir, path: `${lectern.id}/${version}`, pkg: installed, expectedId: lectern.id } as const;
  await checkInChild(found, {
    label: `${name} ${version}`,
    ignoreCompatibility: request.allowIncompatible ?? false,
    timeoutMs: checkTimeoutMs,
    signal: request.signal,
  });
}

/** Moves a tested stage to the folder of its version, replacing whatever is there. */
async function moveIntoPlace(layout: InstallLayout, stage: string, installed: InstalledPackage, tarball: Uint8Array): Promise<void> {
  const { id, name, version, integrity } = installed;
  await writeFile(join(stage, INSTALL_MARKER), JSON.stringify({ id, name, version, integrity }, null, 2));
  await rm(join(stage, 'package.tgz'), { force: true });
  await keepTarball(layout, id, version, tarball);
  const target = layout.versionDir(id, version);
  await discard(layout, target);
  await mkdir(dirname(target), { recursive: true });
  await rename(stage, target);
}

/** Checks a package, installs it in a stage, and moves the stage into place, completely or not at all. @throws InstallError */
export async function placePackage(placing: Placing, tarball: Uint8Array, request: InstallRequest): Promise<InstalledPackage> {
  const { layout } = placing;
  beginStep(request, 1);
  const archive = await readPackageArchive(tarball);
  const integrity = integrityOf(tarball);
  const pkg = checkPackage(archive, request);
  const { name, version, lectern } = pkg;
  requireExpected(tarball, pkg, request);
  request.admit?.(pkg, integrity);
  const installed: InstalledPackage = { id: lectern.id, name, displayName: lectern.displayName, version, integrity };
  const stage = join(layout.staging, randomUUID());
  try {
    await mkdir(stage, { recursive: true });
    await writeFile(join(stage, 'package.tgz'), tarball);
    await tryInStage(placing, stage, pkg, request);
    beginStep(request, 4);
    await moveIntoPlace(layout, stage, installed, tarball);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return installed;
}
