import { join } from 'node:path';

/** The paths of installed plugins. */
export interface InstallLayout {
  /** `<data>/plugins` */
  readonly root: string;
  /** Installations in progress. Emptied when a server starts. */
  readonly staging: string;
  /** Tarballs of installed versions, from which missing code is restored. */
  readonly packages: string;
  readonly lock: string;
  /** `<data>/plugins/<id>/<version>` */
  versionDir(id: string, version: string): string;
  pluginDir(id: string): string;
  tarball(id: string, version: string): string;
  /** The folder of the package itself, below {@link versionDir}. */
  packageDir(id: string, version: string, packageName: string): string;
}

/** A file that an installation leaves in its directory. A directory without it was put there by hand. */
export const INSTALL_MARKER = '.lectern-install.json';

/** Ids and versions are checked before they get here. As a last guard, refuses whatever could leave the folder. */
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
