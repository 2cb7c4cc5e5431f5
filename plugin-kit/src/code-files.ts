import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = /\.spec\.|\.d\.[cm]?ts$|__fixtures__|node_modules/;

function filesIn(dir: string, pattern: RegExp, recursive: boolean): string[] {
  const names = readdirSync(dir, { recursive, encoding: 'utf8' });
  return names.filter((name) => pattern.test(name) && !SKIPPED.test(name)).map((name) => join(dir, name));
}

/** The files of a plugin's code without specs: those of `src`, or of `dist` without sources, or else at the top of the package. */
export function codeFiles(dir: string): string[] {
  const folder = ['src', 'dist'].map((name) => join(dir, name)).find((path) => existsSync(path));
  return folder === undefined ? filesIn(dir, /\.[cm]?js$/, false) : filesIn(folder, /\.[cm]?[jt]s$/, true);
}
