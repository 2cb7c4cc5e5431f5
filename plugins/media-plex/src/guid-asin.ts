import { createRequire } from 'node:module';
import type * as Engine from 're2js';
import { isRaw, rawList, textOf } from './schema.js';
import type { Raw } from './schema.js';

/** `com.plexapp.agents.audnexus://B0TEST0001_us?lang=en` and its relatives. */
const KNOWN_AGENTS = /^com\.plexapp\.agents\.(?:audnexus|audnexuswithbackup|audiobooks):\/\/([A-Z0-9]{10})(?:_[a-z]{2})?(?![A-Za-z0-9])/;
/** Identifiers are short. */
const LONGEST_GUID = 300;
const MOST_GUIDS = 100;
const ASIN = /^[A-Z0-9]{10}$/;

export type ReadAsin = (album: Raw) => string | undefined;

/** Finds an ASIN in a GUID: the first group, unchanged. */
type Find = (guid: string) => string | undefined;

/** Patterns that are not regular expressions, have no group for the ASIN, or need more than linear time. */
export function invalidPatterns(patterns: readonly string[]): readonly string[] {
  return patterns.filter((pattern) => compile(pattern) === undefined);
}

/** The engine is linear for any pattern and text. It is loaded lazily, because few people have patterns. */
function compile(pattern: string): Find | undefined {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof Engine;
  try {
    const expression = RE2JS.compile(pattern);
    if (expression.groupCount() === 0) return undefined;
    return (guid) => {
      const matcher = expression.matcher(guid);
      return matcher.find() ? (matcher.group(1) ?? undefined) : undefined;
    };
  } catch {
    return undefined;
  }
}

/** Reads ASINs from the GUIDs of albums: the item's own first, then additional ones. Never from titles. */
export function createAsinReader(patterns: readonly string[]): ReadAsin {
  const builtIn: Find = (guid) => KNOWN_AGENTS.exec(guid)?.[1];
  const finders = [builtIn, ...patterns.map(compile).filter((find) => find !== undefined)];
  return (album) => {
    const others = rawList(album.Guid)
      .slice(0, MOST_GUIDS)
      .map((entry) => (isRaw(entry) ? textOf(entry.id) : undefined));
    for (const guid of [textOf(album.guid), ...others]) {
      if (guid === undefined) continue;
      const text = decoded(guid.slice(0, LONGEST_GUID));
      for (const find of finders) {
        const asin = find(text)?.toUpperCase();
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
