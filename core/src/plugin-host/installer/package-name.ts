import { validRange } from 'semver';
import { InstallError } from './install-error.js';
import { sentence } from '../../platform/words/index.js';

const LONGEST_NAME = 214;
const LONGEST_RANGE = 100;
const TAG = /^[a-z][a-z0-9._-]*$/i;
const NAME =
  /^(?:lectern-plugin-[a-z0-9][a-z0-9._-]*|@[a-z0-9][a-z0-9._-]*\/lectern-plugin-[a-z0-9][a-z0-9._-]*|@lectern\/[a-z0-9][a-z0-9._-]*)$/;

/** Whether the name is allowed for a plugin: ours, `lectern-plugin-*`, `@any/lectern-plugin-*`. */
export function isPluginName(name: string): boolean {
  return name.length <= LONGEST_NAME && NAME.test(name);
}

/** @throws InstallError INSTALL_NAME_INVALID */
export function assertPluginName(name: string): void {
  if (!isPluginName(name)) throw new InstallError('INSTALL_NAME_INVALID', sentence('install.no_plugin_name', { name: name.slice(0, 100) }));
}

/**
 * Checks that a text specifies a version: an exact one, a range, or a tag.
 *
 * @throws InstallError INSTALL_VERSION_INVALID
 */
export function assertWantedVersion(wanted: string): void {
  if (wanted.trim() !== '' && wanted.length <= LONGEST_RANGE && (validRange(wanted) !== null || TAG.test(wanted))) return;
  throw new InstallError('INSTALL_VERSION_INVALID', sentence('install.no_version', { version: wanted.slice(0, LONGEST_RANGE) }));
}

/** Splits `name`, `name@1.2.3`, `@scope/name@^1.2`, `name@beta` into the name and the part after its `@`. Checks neither. */
export function splitSpec(spec: string): { readonly name: string; readonly version?: string } {
  const text = spec.trim();
  const at = text.indexOf('@', 1);
  return at < 0 ? { name: text } : { name: text.slice(0, at), version: text.slice(at + 1).trim() };
}
