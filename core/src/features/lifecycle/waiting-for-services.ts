import type { Sql } from '../../platform/db/index.js';

/** How many requests wait while a service does not answer, where their status alone does not say so. */
export interface WaitingForServices {
  /** Audiobooks that are filed, and that the library does not show yet. An ebook is at its end then. */
  readonly mediaServer: number;
  /** Downloads under way, by the id of the integration that has them. */
  readonly downloadClients: Readonly<Record<string, number>>;
}

/** Counts by the index of statuses, among what is under way alone. */
export async function waitingForServices(sql: Pick<Sql, 'all' | 'get'>): Promise<WaitingForServices> {
  const [filed, downloads] = await Promise.all([
    sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM requests WHERE status = 'downloaded' AND type = 'audiobook'`),
    sql.all<{ integrationId: string; n: number }>(
      `SELECT d.integration_id, COUNT(*) AS n FROM requests r JOIN download_history d ON d.id = r.current_download_id
       WHERE r.status = 'downloading' AND d.integration_id IS NOT NULL GROUP BY d.integration_id`,
    ),
  ]);
  return {
    mediaServer: Number(filed?.n ?? 0),
    downloadClients: Object.fromEntries(downloads.map(({ integrationId, n }) => [integrationId, Number(n)])),
  };
}
