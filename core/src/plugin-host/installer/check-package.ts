import { API_VERSION } from '@lectern/plugin-api';
import { satisfies, validRange } from 'semver';
import { isCompatible } from '../compat.js';
import { checkManifest, type PluginPackage } from '../plugin-manifest.js';
import { checkDependencies } from './dependency-sources.js';
import { InstallError } from './install-error.js';
import type { PackageArchive } from './package-archive.js';
import { refuseNative } from './native-code.js';
import { isPluginName } from './package-name.js';
import { sentence } from '../../platform/words/index.js';

const SCRIPTS = ['preinstall', 'install', 'postinstall'];

function scriptsOf({ pkg, files }: PackageArchive): string[] {
  const { scripts } = pkg as { scripts?: unknown };
  const named = typeof scripts === 'object' && scripts !== null ? SCRIPTS.filter((name) => name in scripts) : [];
  // npm builds a package with this file even without a script
  return files.some((file) => file.toLowerCase() === 'binding.gyp') ? [...named, 'binding.gyp'] : named;
}

/** The range of Node.js that a package requires, if this Node.js is outside it. */
function unmetNode({ engines }: { readonly engines?: unknown }): string | undefined {
  const range = typeof engines === 'object' && engines !== null ? (engines as { node?: unknown }).node : undefined;
  if (typeof range !== 'string' || validRange(range) === null) return undefined;
  return satisfies(process.versions.node, range, { includePrerelease: true }) ? undefined : range.slice(0, 100);
}

/**
 * Checks a package by its data alone: name, keyword, manifest, scripts, compatibility. Runs no code.
 *
 * @throws InstallError INSTALL_NAME_INVALID, INSTALL_NOT_A_PLUGIN, INSTALL_MANIFEST_INVALID, INSTALL_HAS_SCRIPTS, INSTALL_NATIVE,
 *   INSTALL_DEPENDENCY_OUTSIDE, INSTALL_NODE_VERSION or INSTALL_INCOMPATIBLE
 */
export function checkPackage(archive: PackageArchive, options: { readonly allowIncompatible?: boolean } = {}): PluginPackage {
  const { pkg, files } = archive;
  const { name, version, keywords, lectern } = pkg;
  const label = `${typeof name === 'string' ? name.slice(0, 214) : ''} ${typeof version === 'string' ? version.slice(0, 100) : ''}`.trim();
  if (typeof name !== 'string' || !isPluginName(name)) {
    throw new InstallError('INSTALL_NAME_INVALID', sentence('install.name_not_allowed', { name: String(name).slice(0, 100) }));
  }
  if (lectern === undefined) throw new InstallError('INSTALL_NOT_A_PLUGIN', sentence('install.no_manifest', { plugin: label }));
  if (!Array.isArray(keywords) || !keywords.includes('lectern-plugin')) {
    throw new InstallError('INSTALL_NOT_A_PLUGIN', sentence('install.no_keyword', { plugin: label }));
  }
  const checked = checkManifest(pkg);
  if ('problems' in checked) {
    throw new InstallError(
      'INSTALL_MANIFEST_INVALID',
      sentence('install.manifest_wrong', { plugin: label, faults: checked.problems.join('; ') }),
    );
  }
  const settings = checked.pkg.lectern.settings.replace(/^\.\//, '');
  if (!files.includes(settings)) {
    throw new InstallError('INSTALL_MANIFEST_INVALID', sentence('install.no_settings_schema', { plugin: label, schema: settings }));
  }
  const scripts = scriptsOf(archive);
  if (scripts.length > 0) throw new InstallError('INSTALL_HAS_SCRIPTS', sentence('install.scripts', { plugin: label, scripts }));
  refuseNative(files, label);
  checkDependencies(pkg, label);
  const node = options.allowIncompatible ? undefined : unmetNode(pkg);
  if (node !== undefined) {
    throw new InstallError(
      'INSTALL_NODE_VERSION',
      sentence('install.node_version', { plugin: label, wanted: node, version: process.versions.node }),
    );
  }
  const { api } = checked.pkg.lectern;
  if (!options.allowIncompatible && !isCompatible(api)) {
    throw new InstallError('INSTALL_INCOMPATIBLE', sentence('install.api_version', { plugin: label, wanted: api, version: API_VERSION }));
  }
  return checked.pkg;
}
