import type { Database } from '../../platform/db/index.js';
import { defineRoute, type Route } from '../../platform/http/route.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import { supportBundleName, type SupportBundle } from './support-bundle.js';

export interface SupportRoutesDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly audit: AuditService;
  readonly gather: () => Promise<SupportBundle>;
}

/** The support bundle, which people attach to a report. */
export function supportRoutes({ database, audit, gather }: SupportRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/support-bundle',
      summary: 'Versions, configuration, health, failed jobs and the latest log lines, without secrets, as a file',
      tag: 'system',
      access: { rule: 'admin' },
      scopes: 'none',
      responses: { 200: { contentType: 'application/json' } },
      async handler(context) {
        const bundle = await gather();
        await database.transaction((tx) =>
          audit.record(tx, { ...byActor(actorOf(context)), action: 'support.downloaded', targetType: 'server' }),
        );
        return {
          status: 200,
          body: Buffer.from(JSON.stringify(bundle, null, 2)),
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="${supportBundleName(bundle)}"`,
            'cache-control': 'no-store',
          },
        };
      },
    }),
  ];
}
