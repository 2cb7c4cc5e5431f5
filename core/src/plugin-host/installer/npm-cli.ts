import { realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function behind(link: string): Promise<string | undefined> {
  try {
    const path = await realpath(link);
    return path.endsWith('npm-cli.js') ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Finds npm's own entry, a JavaScript file to run with this Node.js. It is never a shell script, so no system needs a
 * shell. Looks beside Node.js, then on PATH.
 */
export async function findNpmCli(execPath: string = process.execPath, path: string = process.env.PATH ?? ''): Promise<string | undefined> {
  const home = dirname(execPath);
  const folders = [home, join(home, '..', 'lib'), ...path.split(delimiter).filter((folder) => folder !== '')];
  for (const folder of folders) {
    const cli = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
    if (await isFile(cli)) return cli;
    const linked = await behind(join(folder, 'npm'));
    if (linked !== undefined) return linked;
  }
  return undefined;
}
