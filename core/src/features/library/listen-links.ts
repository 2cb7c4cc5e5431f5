import { padded, placeholders, type Database } from '../../platform/db/index.js';
import type { ListenLinksOf } from '../integration-records/listen-link.js';
import { lastSeen, type ItemAddresses, type ListedItem } from './item-addresses.js';

/** @see ListenLinksOf */
export function createListenLinks({ read }: Pick<Database, 'read'>, addresses: ItemAddresses): ListenLinksOf {
  return async (asins) => {
    const wanted = padded([...new Set(asins)]);
    if (wanted.length === 0) return new Map();
    const list = placeholders(wanted.length);
    const rows = await read.all<ListedItem & { asin: string }>(
      `SELECT l.matched_asin AS asin, l.integration_id, l.item_id, l.missing_scans, l.id, 0 AS distance FROM library_items l
         WHERE l.matched_asin IN (${list}) AND l.has_audio
       UNION ALL
       SELECT a.asin, l.integration_id, l.item_id, l.missing_scans, l.id, 1 AS distance FROM work_asins a
         JOIN work_asins b ON b.work_id = a.work_id AND b.asin <> a.asin
         JOIN library_items l ON l.matched_asin = b.asin WHERE a.asin IN (${list}) AND l.has_audio
       ORDER BY distance, id`,
      [...wanted, ...wanted],
    );
    if (rows.length === 0) return new Map();
    const linksTo = await addresses.current();
    const itemsOf = new Map<string, ListedItem[]>();
    for (const { asin, ...item } of rows) itemsOf.set(asin, [...(itemsOf.get(asin) ?? []), item]);
    return new Map([...itemsOf].map(([asin, items]) => [asin, linksTo(lastSeen(items))]));
  };
}
