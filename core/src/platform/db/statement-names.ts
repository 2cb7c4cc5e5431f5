/** The names under which connections of PostgreSQL keep statements parsed and, if one plan suits all values, planned. */
export interface StatementNames {
  /** @returns the name of a statement; `undefined`: the server reads and plans it each time */
  nameOf(sql: string): string | undefined;
  /** Gives a statement no name any more, because the server refuses the one that it keeps. */
  drop(sql: string): void;
}

/** Runs after which a statement is kept. Most statements of a server run seldom. */
const OFTEN = 10;
/** Every connection keeps them until it ends, some 30 kB each. */
const MOST_NAMES = 150;
/**
 * Connections end at this age, and with them the statements that lost their name: names are never used again, because a connection refuses
 * another text under one.
 */
export const CONNECTION_SECONDS = 3_600;
/** Texts whose runs are counted; lists of varying lengths make ever new ones. */
const MOST_COUNTED = 1_000;

/** How many rows have a word is known only when the word is, so a plan for every word is a bad one. */
const DEPENDS_ON_VALUES = /to_tsquery/;

/** @param now in milliseconds */
export function createStatementNames(now: () => number = Date.now): StatementNames {
  const names = new Map<string, { readonly name: string; usedAt: number }>();
  let given = 0;
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
      given += 1;
      const name = `lectern_${given}`;
      names.set(sql, { name, usedAt: now() });
      runs.delete(sql);
      return name;
    },
    drop(sql) {
      names.delete(sql);
      dropped.add(sql);
    },
  };
}
