import { createHash } from 'node:crypto';

/** The names under which connections of PostgreSQL keep statements parsed and, if one plan suits all values, planned. */
export interface StatementNames {
  /** @returns the name of a statement; `undefined`: the server reads and plans it each time */
  nameOf(sql: string): string | undefined;
  /** Gives a statement no name any more, because the server refuses the one that it keeps. */
  drop(sql: string): void;
  /** Gives no statement a name any more, because statements do not reach the connection that kept them. */
  end(): void;
}

/** Runs after which a statement is kept. Most statements of a server run seldom. */
const OFTEN = 10;
/** Every connection keeps them until it ends, some 30 kB each. */
const MOST_NAMES = 150;
/** Connections end at this age, and with them the statements that lost their name. */
export const CONNECTION_SECONDS = 3_600;
/** Texts whose runs are counted; lists of varying lengths make ever new ones. */
const MOST_COUNTED = 1_000;

/** How many rows have a word is known only when the word is, so a plan for every word is a bad one. */
const DEPENDS_ON_VALUES = /to_tsquery/;

/**
 * A name for a text and for no other. Where a pooler lends the connections of a server to several processes, one of them may ask by a name for
 * what another one had prepared under it.
 */
function nameFor(sql: string): string {
  return `lectern_${createHash('sha256').update(sql).digest('base64url')}`;
}

/** @param now in milliseconds */
export function createStatementNames(now: () => number = Date.now): StatementNames {
  const names = new Map<string, { readonly name: string; usedAt: number }>();
  let isOver = false;
  const dropped = new Set<string>();
  let runs = new Map<string, number>();

  /** Takes the name of the statement that has not run for the longest time, if it has not run while a connection lasts. @returns whether it did */
  function takeOne(at: number): boolean {
    let longest: string | undefined;
    let since = at - CONNECTION_SECONDS * 1_000 + 1;
    for (const [sql, { usedAt }] of names) if (usedAt < since) [longest, since] = [sql, usedAt];
    return longest !== undefined && names.delete(longest);
  }

  return {
    nameOf(sql) {
      if (isOver) return undefined;
      const known = names.get(sql);
      if (known !== undefined) {
        known.usedAt = now();
        return known.name;
      }
      const count = (runs.get(sql) ?? 0) + 1;
      if (runs.size >= MOST_COUNTED) runs = new Map();
      runs.set(sql, count);
      if (count < OFTEN || dropped.has(sql) || DEPENDS_ON_VALUES.test(sql)) return undefined;
      if (names.size >= MOST_NAMES && !takeOne(now())) return undefined;
      const name = nameFor(sql);
      names.set(sql, { name, usedAt: now() });
      runs.delete(sql);
      return name;
    },
    drop(sql) {
      names.delete(sql);
      dropped.add(sql);
    },
    end() {
      isOver = true;
      names.clear();
      runs.clear();
    },
  };
}
