import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { DIRECT_CLIENT_ID, DIRECT_CLIENT_NAME } from '../direct-downloads/index.js';
import type { RequestProgress } from '../lifecycle/request-record.js';

const activeDownloadSchema = Type.Object(
  {
    requestId: Type.String(),
    title: Type.String(),
    client: Type.String(),
    state: Type.String(),
    progress: Type.Number(),
    downBps: Type.Number(),
    etaSeconds: Type.Optional(Type.Number()),
  },
  { $id: 'ActiveDownload' },
);

/** What admins see of downloads. */
export function downloadRoutes({ database }: { readonly database: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/downloads/active',
      compress: true,
      summary: 'What is being downloaded',
      description: 'Answers from the last poll of each client, without asking any.',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ items: Type.Array(activeDownloadSchema) }) },
      async handler() {
        const rows = await database.read.all<{
          id: string;
          title: string;
          integrationId: string | null;
          client: string | null;
          progress: string | null;
        }>(
          `SELECT r.id, r.title, d.integration_id, i.name AS client, r.progress FROM requests r
           LEFT JOIN download_history d ON d.id = r.current_download_id LEFT JOIN integrations i ON i.id = d.integration_id
           WHERE r.status_group = 'active' AND r.status = 'downloading' ORDER BY r.created_at LIMIT 200`,
        );
        const items = rows.map((row) => {
          const progress = row.progress === null ? undefined : (JSON.parse(row.progress) as RequestProgress);
          return {
            requestId: row.id,
            title: row.title,
            client: row.client ?? (row.integrationId === DIRECT_CLIENT_ID ? DIRECT_CLIENT_NAME : ''),
            state: progress?.clientState ?? 'queued',
            progress: progress?.fraction ?? 0,
            downBps: progress?.downBps ?? 0,
            etaSeconds: progress?.etaSeconds,
          };
        });
        return json({ items });
      },
    }),
  ];
}
