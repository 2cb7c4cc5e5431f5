import { valid } from 'semver';
import { InstallError } from './install-error.js';

const LONGEST_NAME = 214;
const NAME =
  /^(?:lectern-plugin-[a-z0-9][a-z0-9._-]*|@[a-z0-9][a-z0-9._-]*\/lectern-plugin-[a-z0-9][a-z0-9._-]*|@lectern\/[a-z0-9][a-z0-9._-]*)$/;

/** Whether a package may be a plugin by its name: ours, `lectern-plugin-*`, `@any/lectern-plugin-*`. */
export function isPluginName(name: string): boolean {
  return name.length <= LONGEST_NAME && NAME.test(name);
}

/** @throws InstallError INSTALL_NAME_INVALID */
export function assertPluginName(name: string): void {
  if (!isPluginName(name)) throw new InstallError('INSTALL_NAME_INVALID', `“${name.slice(0, 100)}” is not the name of a plugin.`);
}

/** Tags and ranges would install something else tomorrow. @throws InstallError INSTALL_VERSION_INVALID */
export function assertExactVersion(version: string): void {
  if (valid(version) !== version) throw new InstallError('INSTALL_VERSION_INVALID', `“${version.slice(0, 100)}” is not an exact version.`);
}

/** `name`, `name@1.2.3`, `@scope/name@1.2.3`. */
export function splitSpec(spec: string): { readonly name: string; readonly version?: string } {
  const at = spec.indexOf('@', 1);
  return at < 0 ? { name: spec } : { name: spec.slice(0, at), version: spec.slice(at + 1) };
}
