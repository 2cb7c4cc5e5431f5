import { satisfies, valid, validRange } from 'semver';
import { isCompatible } from '../compat.js';
import type { PublishedPackage, PublishedVersion } from './published-package.js';

function needsOtherNode(range: string | undefined): boolean {
  if (range === undefined || validRange(range) === null) return false;
  return !satisfies(process.versions.node, range, { includePrerelease: true });
}

/** What speaks against a version of a range, the worst first. */
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
 * The version that is meant by an exact version, a range, a tag, or nothing. Of a range, and of all releases where
 * nothing is said, it is the newest that runs here and that its author stands by, the one tagged `latest` before a newer
 * one, as npm does; if none runs here, the newest that does not, so that whoever asked is told.
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
