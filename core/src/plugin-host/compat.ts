import { API_VERSION } from '@lectern/plugin-api';
import { satisfies } from 'semver';
import { sentence } from '../platform/words/index.js';
import { describePackage, PluginError, type PackageLabel } from './errors.js';

/** Tells whether a plugin written for `range` of the plugin API runs on this one, pre-releases included. */
export function isCompatible(range: string, apiVersion: string = API_VERSION): boolean {
  return satisfies(apiVersion, range, { includePrerelease: true });
}

/** The error for a plugin that is made for another `range` of the plugin API. */
export function incompatible(label: PackageLabel, range: string): PluginError {
  const values = { package: describePackage(label), range, version: API_VERSION };
  return new PluginError('PLUGIN_INCOMPATIBLE', sentence('plugin_problem.incompatible', values));
}
