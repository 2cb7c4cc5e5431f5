import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isFileError } from '../file-error.js';
import type { FileError } from '../file-error.js';
import { planPlacement } from './placement-plan.js';
import type { PlacementPlan, PlanInput } from './placement-plan.js';

/** The book's folder, relative to the library folder. */
export const DIRECTORY = 'Frank Herbert/Dune/1 - Dune';

/** A library folder and a download of three files, in a temporary folder. */
export interface PlacementWorld {
  readonly dir: string;
  /** The library folder. */
  readonly root: string;
  /** The download. */
  readonly source: string;
  /** The book's folder. */
  readonly target: string;
  addSource(name: string, content?: string | Buffer): Promise<{ path: string; name: string }>;
  plan(more?: Partial<PlanInput>): Promise<PlacementPlan>;
  remove(): Promise<void>;
}

export async function createPlacementWorld(): Promise<PlacementWorld> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-place-')));
  const root = join(dir, 'library');
  const source = join(dir, 'downloads', 'Dune');
  await mkdir(root);
  await mkdir(source, { recursive: true });

  async function addSource(name: string, content: string | Buffer = name.repeat(100)): Promise<{ path: string; name: string }> {
    const path = join(source, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return { path, name };
  }

  async function plan(more: Partial<PlanInput> = {}): Promise<PlacementPlan> {
    const files = [await addSource('CD1/01.mp3'), await addSource('CD1/02.mp3'), await addSource('CD2/01.mp3')];
    return planPlacement({ id: 'job-1', root, directory: DIRECTORY, files, ...more });
  }

  return { dir, root, source, target: join(root, DIRECTORY), addSource, plan, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** All files below a folder, relative and sorted. */
export async function tree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The FileError that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<FileError> {
  try {
    await promise;
  } catch (error) {
    if (isFileError(error)) return error;
    throw error;
  }
  throw new Error('did not fail');
}

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}
