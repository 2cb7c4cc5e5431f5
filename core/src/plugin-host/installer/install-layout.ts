import { join } from 'node:path';

/** Where everything about installed plugins is. */
export interface InstallLayout {
  /** `<data>/plugins` */
  readonly root: string;
  /** Things under construction; emptied at the start of a server. */
  readonly staging: string;
  /** Tarballs of installed versions, from which missing code is made anew. */
  readonly packages: string;
  readonly lock: string;
  /** `<data>/plugins/<id>/<version>` */
  versionDir(id: string, version: string): string;
  pluginDir(id: string): string;
  tarball(id: string, version: string): string;
  /** Where the package itself is, below {@link versionDir}. */
  packageDir(id: string, version: string, packageName: string): string;
}

/** File that an installation leaves in its directory; a directory without it was put there by hand. */
export const INSTALL_MARKER = '.lectern-install.json';

/** Ids and versions are checked before they come here; what could still walk is refused. */
function segment(value: string): string {
  if (value === '' || value.startsWith('.') || /[\\/\0]/.test(value)) throw new Error(`“${value}” cannot be a folder.`);
  return value;
}

export function installLayout(dataDir: string): InstallLayout {
  const root = join(dataDir, 'plugins');
  const pluginDir = (id: string) => join(root, segment(id));
  const versionDir = (id: string, version: string) => join(pluginDir(id), segment(version));
  return {
    root,
    staging: join(root, '.staging'),
    packages: join(root, '.packages'),
    lock: join(root, '.lock'),
    pluginDir,
    versionDir,
    tarball: (id, version) => join(root, '.packages', segment(id), `${segment(version)}.tgz`),
    packageDir: (id, version, packageName) => join(versionDir(id, version), 'node_modules', packageName),
  };
}
