import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, whether this code runs from its sources, compiled, or bundled. @throws Error when there is none */
function findCoreDir(): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); dirname(dir) !== dir; dir = dirname(dir)) {
    if (existsSync(join(dir, 'package.json'))) return dir;
  }
  throw new Error('The folder of the package @lectern/core was not found.');
}

export const CORE_DIR = findCoreDir();
