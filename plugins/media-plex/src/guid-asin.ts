import { isRaw, rawList, textOf } from './schema.js';
import type { Raw } from './schema.js';

/** `com.plexapp.agents.audnexus://B0TEST0001_us?lang=en` and its relatives. */
const KNOWN_AGENTS = /^com\.plexapp\.agents\.(?:audnexus|audnexuswithbackup|audiobooks):\/\/([A-Z0-9]{10})(?:_[a-z]{2})?(?![A-Za-z0-9])/;
const ASIN = /^[A-Z0-9]{10}$/;

export type ReadAsin = (album: Raw) => string | undefined;

/** Patterns that are no regular expressions, or have no group to take the ASIN from. */
export function invalidPatterns(patterns: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => compile(pattern) === undefined);
}

function compile(pattern: string): RegExp | undefined {
  try {
    const groups = (new RegExp(`${pattern}|`).exec('')?.length ?? 1) - 1;
    return groups > 0 ? new RegExp(pattern) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads ASINs from the GUIDs of albums: the item's own first, then its further ones. Never from titles. */
export function createAsinReader(patterns: readonly string[]): ReadAsin {
  const known = [KNOWN_AGENTS, ...patterns.map(compile).filter((pattern) => pattern !== undefined)];
  return (album) => {
    const others = rawList(album.Guid).map((entry) => (isRaw(entry) ? textOf(entry.id) : undefined));
    for (const guid of [textOf(album.guid), ...others]) {
      if (guid === undefined) continue;
      for (const pattern of known) {
        const asin = pattern.exec(decoded(guid))?.[1]?.toUpperCase();
        if (asin !== undefined && ASIN.test(asin)) return asin;
      }
    }
    return undefined;
  };
}

/** Parts of GUIDs are percent-encoded. */
function decoded(guid: string): string {
  try {
    return decodeURIComponent(guid);
  } catch {
    return guid;
  }
}
