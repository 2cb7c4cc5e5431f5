import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sentence } from '../../platform/words/index.js';
import { InstallError } from './install-error.js';

const isNative = (file: string): boolean => file.toLowerCase().endsWith('.node');

/** Refuses a package whose files, by path, hold native code. @throws InstallError INSTALL_NATIVE */
export function refuseNative(files: readonly string[], plugin: string): void {
  const file = files.find(isNative);
  if (file !== undefined) throw new InstallError('INSTALL_NATIVE', sentence('install.native', { plugin, file: file.slice(-200) }));
}

/** Refuses native code in what a package depends on, once that is installed. @throws InstallError INSTALL_NATIVE */
export async function refuseNativeIn(stage: string, plugin: string): Promise<void> {
  const entries = await readdir(join(stage, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory() && isNative(entry.name));
  refuseNative(
    files.map(({ parentPath, name }) => relative(stage, join(parentPath, name))),
    plugin,
  );
}
