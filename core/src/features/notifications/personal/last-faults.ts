import type { RowOf, Sql } from '../../../platform/db/index.js';
import { storedSaid, type Said } from '../../../platform/words/index.js';
import type { DeliveryEntity } from '../entities.js';

type Row = Pick<RowOf<typeof DeliveryEntity>, 'integrationId' | 'error' | 'createdAt'>;

/** The last messages of a person that are looked at. */
const LOOKED_AT = 100;
/** The most messages that quiet hours hold back and that look again at once. */
const MOST_WAITING = 500;

/** Why the last message that was tried by each way was not sent; none for a way whose last message was sent. One statement. */
export async function lastFaults(
  sql: Pick<Sql, 'all'>,
  userId: string,
  isOver: (way: string, at: string) => boolean = () => false,
): Promise<Map<string, Said>> {
  const rows = await sql.all<Row>(
    `SELECT integration_id, error, created_at FROM notification_deliveries
      WHERE user_id = ? AND (error IS NOT NULL OR state = 'sent') AND state <> 'dropped' ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_AT}`,
    [userId],
  );
  const seen = new Set<string>();
  const faults = new Map<string, Said>();
  for (const { integrationId: way, error, createdAt } of rows) {
    if (seen.has(way)) continue;
    seen.add(way);
    if (error !== null && !isOver(way, createdAt)) faults.set(way, storedSaid(error));
  }
  return faults;
}

/** Ids of the deliveries that wait for a person. */
export async function waitingFor(sql: Pick<Sql, 'all'>, userId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM notification_deliveries WHERE user_id = ? AND state = 'queued' ORDER BY created_at, id LIMIT ${MOST_WAITING}`,
    [userId],
  );
  return rows.map(({ id }) => id);
}
