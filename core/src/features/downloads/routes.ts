import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import { DIRECT_CLIENT } from '../lifecycle/direct-client.js';
import { activeDownloads } from '../lifecycle/download-store.js';

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

/** Downloads, for admins. */
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
      async handler({ say }) {
        const rows = await activeDownloads(database.read);
        const items = rows.map(({ id, title, client, integrationId, progress }) => ({
          requestId: id,
          title,
          client: client ?? (integrationId === DIRECT_CLIENT_ID ? say(DIRECT_CLIENT) : ''),
          state: progress?.clientState ?? 'queued',
          progress: progress?.fraction ?? 0,
          downBps: progress?.downBps ?? 0,
          etaSeconds: progress?.etaSeconds,
        }));
        return json({ items });
      },
    }),
  ];
}
