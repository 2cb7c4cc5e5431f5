import { satisfies, valid, validRange } from 'semver';
import { isCompatible } from '../compat.js';
import type { PublishedPackage, PublishedVersion } from './published-package.js';

function needsOtherNode(range: string | undefined): boolean {
  if (range === undefined || validRange(range) === null) return false;
  return !satisfies(process.versions.node, range, { includePrerelease: true });
}

/** Rates the reasons against a version; a higher number is worse. */
function doubts({ api, deprecated, node }: PublishedVersion): number {
  const fits = (api === undefined || isCompatible(api)) && !needsOtherNode(node);
  return (fits ? 0 : 2) + (deprecated === undefined ? 0 : 1);
}

function best(versions: readonly PublishedVersion[], latest: string | undefined): PublishedVersion | undefined {
  const least = Math.min(...versions.map(doubts));
  const candidates = versions.filter((one) => doubts(one) === least);
  return candidates.find(({ version }) => version === latest) ?? candidates[0];
}

/**
 * Chooses the version that an exact version, a range, a tag or no specification means. From a range, or from all
 * releases without a specification, it chooses the newest one that runs here and that its author supports. Like npm, it
 * prefers the one tagged `latest` to a newer one. If none runs here, it chooses the newest one, so that the caller can
 * report why.
 */
export function chooseVersion({ latest, tags, versions }: PublishedPackage, wanted?: string): PublishedVersion | undefined {
  if (wanted === undefined) {
    const releases = versions.filter(({ version }) => version === latest || satisfies(version, '*'));
    return best(releases.length > 0 ? releases : versions, latest);
  }
  if (valid(wanted) === wanted) return versions.find(({ version }) => version === wanted);
  if (validRange(wanted) === null) {
    const tagged = Object.hasOwn(tags, wanted) ? tags[wanted] : undefined;
    return versions.find(({ version }) => version === tagged);
  }
  return best(
    versions.filter(({ version }) => satisfies(version, wanted)),
    latest,
  );
}
