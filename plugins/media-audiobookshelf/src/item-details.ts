import { isIntegrationError } from '@lectern/plugin-api';
import type { Call } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { numberOf, textOf } from './schema.js';
import type { Raw } from './schema.js';

const BATCH_ITEMS = 50;
/** An expanded item weighs about 3 kB a file, so this many files make an answer of about 3 MB. */
const BATCH_FILES = 1000;

/**
 * Replaces listed items by their expanded forms if `wanted` says so, in the given order. An item that the server does
 * not return keeps its listed form.
 */
export async function withDetails(
  client: Pick<AudiobookshelfClient, 'expandedItems'>,
  items: readonly Raw[],
  wanted: (item: Raw) => boolean,
  call: Call,
): Promise<readonly Raw[]> {
  const expanded = new Map<string, Raw>();
  for (const ids of batches(items.filter(wanted))) {
    for (const item of await expand(client, ids, call)) {
      const id = textOf(item.id);
      if (id !== undefined) expanded.set(id, item);
    }
  }
  return items.map((item) => expanded.get(textOf(item.id) ?? '') ?? item);
}

function batches(items: readonly Raw[]): readonly (readonly string[])[] {
  const result: string[][] = [];
  let files = 0;
  for (const item of items) {
    const id = textOf(item.id);
    if (id === undefined) continue;
    const weight = numberOf(item.numFiles) ?? 1;
    const last = result.at(-1);
    if (last && last.length < BATCH_ITEMS && files + weight <= BATCH_FILES) {
      last.push(id);
      files += weight;
    } else {
      result.push([id]);
      files = weight;
    }
  }
  return result;
}

/** One item that the account may not see fails the whole batch, so a refused batch is halved until that item is alone. */
async function expand(client: Pick<AudiobookshelfClient, 'expandedItems'>, ids: readonly string[], call: Call): Promise<readonly Raw[]> {
  try {
    return await client.expandedItems(ids, call);
  } catch (error) {
    if (!isIntegrationError(error) || error.code !== 'INTEGRATION_FORBIDDEN') throw error;
    if (ids.length === 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const first = await expand(client, ids.slice(0, middle), call);
    return [...first, ...(await expand(client, ids.slice(middle), call))];
  }
}
