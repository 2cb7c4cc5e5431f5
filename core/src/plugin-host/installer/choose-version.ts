import { satisfies, valid } from 'semver';
import { isCompatible } from '../compat.js';
import type { PublishedPackage, PublishedVersion } from './registry.js';

/** What speaks against a version of a range, the worst first. */
function doubts({ api, deprecated }: PublishedVersion): number {
  return (api === undefined || isCompatible(api) ? 0 : 2) + (deprecated === undefined ? 0 : 1);
}

/**
 * The version that is meant by an exact version, a range, or nothing, which is the one tagged `latest`. Of a range it is
 * the newest that runs here and that its author stands by, the one tagged `latest` before a newer one, as npm does; if
 * none runs here, the newest that does not, so that whoever asked is told.
 */
export function chooseVersion({ latest, versions }: PublishedPackage, wanted?: string): PublishedVersion | undefined {
  if (wanted === undefined) return versions.find(({ version }) => version === (latest ?? versions[0]?.version));
  if (valid(wanted) === wanted) return versions.find(({ version }) => version === wanted);
  const fitting = versions.filter(({ version }) => satisfies(version, wanted));
  const least = Math.min(...fitting.map(doubts));
  const best = fitting.filter((one) => doubts(one) === least);
  return best.find(({ version }) => version === latest) ?? best[0];
}
