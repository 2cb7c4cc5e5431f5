import { API_VERSION } from '@lectern/plugin-api';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'tar';

const NAME = '@lectern/plugin-api';
const PACKED = 'plugin-api.tgz';

/** Directory of this server's plugin API. */
function ownApiDir(): string {
  let dir = dirname(createRequire(import.meta.url).resolve(NAME));
  while (dirname(dir) !== dir) {
    if (/[\\/](?:src|dist)$/.test(dir)) return dirname(dir);
    dir = dirname(dir);
  }
  throw new Error(`${NAME} is not there.`);
}

/**
 * Puts a packed copy of this server's plugin API into `dir`. It is packed because npm does not treat folders
 * consistently. With it, a plugin without other dependencies installs without any registry. A plugin that needs another
 * version of the API gets it from the registry.
 *
 * @returns its name in `dir`; `undefined` if the API has not been built
 */
export async function copyPluginApi(dir: string): Promise<string | undefined> {
  const from = ownApiDir();
  const built = join(from, 'dist');
  if (
    !(await stat(join(built, 'index.js')).then(
      (found) => found.isFile(),
      () => false,
    ))
  )
    return undefined;
  const pkg = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as Record<string, unknown>;
  const to = join(dir, '.plugin-api', 'package');
  await mkdir(to, { recursive: true });
  await cp(built, join(to, 'dist'), { recursive: true, filter: (path) => !/\.(?:map|tsbuildinfo)$|\.spec\./.test(path) });
  // without the condition that points to sources, which the copy does not contain
  const { name, description, license, type } = pkg;
  const own = {
    name,
    version: API_VERSION,
    description,
    license,
    type,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  };
  await writeFile(join(to, 'package.json'), JSON.stringify(own, null, 2));
  await create({ gzip: true, portable: true, cwd: dirname(to), file: join(dir, PACKED) }, ['package']);
  await rm(dirname(to), { recursive: true, force: true });
  return PACKED;
}
