import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Where a program is on the search path, without running it.
 *
 * @param searchPath as in the variable PATH
 */
export function findCommand(name: string, searchPath: string = process.env['PATH'] ?? ''): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, name] : [name];
  for (const folder of searchPath.split(delimiter).filter((entry) => entry !== '')) {
    for (const candidate of names.map((leaf) => join(folder, leaf))) {
      if (isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

/** Whether a program is on the search path. */
export function commandExists(name: string): boolean {
  return findCommand(name) !== undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
