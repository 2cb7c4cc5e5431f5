import { API_VERSION } from '@lectern/plugin-api';
import { satisfies } from 'semver';

/** Tells whether a plugin written for `range` of the plugin API runs on this one, pre-releases included. */
export function isCompatible(range: string, apiVersion: string = API_VERSION): boolean {
  return satisfies(apiVersion, range, { includePrerelease: true });
}
