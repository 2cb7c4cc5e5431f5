import type { Page } from '@lectern/plugin-api';
import { ok } from 'node:assert';

const LONGEST_WALK = 1000;

/** Walks a list to its end, looking at each page. @throws Error when it never ends or repeats a cursor */
export async function walk<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.next;
    ok(cursor === undefined || !seen.has(cursor), 'the walk comes back to a cursor it has handed out before');
    if (cursor !== undefined) seen.add(cursor);
    ok(seen.size < LONGEST_WALK, 'the walk does not end');
  } while (cursor !== undefined);
  return items;
}
