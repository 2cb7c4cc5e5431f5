import { createReadStream } from 'node:fs';
import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { actorOf, byActor, type Actor, type AuditService } from '../audit/index.js';
import { BACKUP_NAME_PATTERN, type BackupFiles } from './backup-files.js';
import { MAKE_BACKUP } from './backup-job.js';
import { sentence } from '../../platform/words/index.js';

const backupSchema = Type.Object(
  {
    name: Type.String(),
    kind: Type.Union([Type.Literal('daily'), Type.Literal('manual'), Type.Literal('before-upgrade')]),
    createdAt: Type.String(),
    bytes: Type.Integer(),
  },
  { $id: 'Backup' },
);

const named = Type.Object({ name: Type.String({ pattern: BACKUP_NAME_PATTERN, maxLength: 80 }) });

export interface BackupRoutesDeps {
  readonly backups: BackupFiles;
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly audit: AuditService;
}

const common = { tag: 'backups', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

function unknown(): ApiError {
  return new ApiError('not_found', sentence('problem.no_backup'));
}

/** Backups in the data directory. Restoring works only on the command line, while the server is down. */
export function backupRoutes({ backups, database, jobs, audit }: BackupRoutesDeps): Route[] {
  const record = (actor: Actor, action: string, name: string): Promise<void> =>
    database.transaction((tx) => audit.record(tx, { ...byActor(actor), action, targetType: 'backup', targetId: name }));

  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/backups',
      summary: 'Backups in the data directory, newest first',
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ items: Type.Array(backupSchema) }) },
      handler: async () => json({ items: await backups.list() }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/backups',
      summary: 'Create a backup now',
      description: 'It runs in the background, as a job. If one is already running, one more is queued behind it.',
      responses: { 202: Type.Object({ jobId: Type.String() }) },
      async handler(context) {
        await database.transaction(async (tx) => {
          await jobs.enqueue(tx, MAKE_BACKUP({ kind: 'manual' }));
          await audit.record(tx, { ...byActor(actorOf(context)), action: 'backup.asked', targetType: 'backup' });
        });
        const ids = (await jobs.list({ name: MAKE_BACKUP.name, limit: 100 })).map(({ id }) => id);
        // ids grow with time
        return json({ jobId: ids.sort().at(-1) ?? '' }, 202);
      },
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/backups/{name}/download',
      summary: 'Download a backup',
      description: 'Contains hashes of passwords and tokens, and what people asked for. Not available to API tokens.',
      scopes: 'none',
      params: named,
      responses: { 200: { contentType: 'application/gzip' } },
      async handler(context) {
        const found = await backups.find(context.params.name);
        if (!found) throw unknown();
        await record(actorOf(context), 'backup.downloaded', found.name);
        return {
          status: 200,
          body: createReadStream(found.path),
          headers: {
            'content-type': 'application/gzip',
            'content-length': String(found.bytes),
            'content-disposition': `attachment; filename="${found.name}"`,
            'cache-control': 'no-store',
          },
        };
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/admin/backups/{name}',
      summary: 'Delete a backup',
      scopes: 'none',
      params: named,
      responses: { 204: null },
      async handler(context) {
        if (!(await backups.remove(context.params.name))) throw unknown();
        await record(actorOf(context), 'backup.deleted', context.params.name);
        return noContent();
      },
    }),
  ];
}
