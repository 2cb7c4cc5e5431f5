import Type from 'typebox';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import { scheduleKey, type JobContext, type JobDefinition, type JobQueue } from '../../platform/jobs/job-queue.js';
import { inRow, sentence } from '../../platform/words/index.js';
import type { SettingsService } from '../settings/index.js';
import type { BackupFiles } from './backup-files.js';

/** Makes a backup, on schedule or at an admin's request. */
export const MAKE_BACKUP = defineJob(
  'backups.create',
  Type.Object({ kind: Type.Optional(Type.Union([Type.Literal('daily'), Type.Literal('manual')])) }),
  { key: ({ kind }) => (kind === 'manual' ? 'backups.create:manual' : scheduleKey('backups.create')) },
);

export interface BackupJobDeps {
  readonly backups: BackupFiles;
  readonly settings: Pick<SettingsService, 'get'>;
}

async function make({ backups, settings }: BackupJobDeps, job: JobContext<PayloadOf<typeof MAKE_BACKUP>>): Promise<void> {
  const { kind = 'daily' } = job.payload;
  const { daily, keep } = (await settings.get()).backups;
  if (kind === 'daily' && !daily) {
    job.progress({ done: 0, message: sentence('progress.backups_off') });
    return;
  }
  const { name, rows } = await backups.create(kind, {
    signal: job.signal,
    onProgress: ({ done, total, table }) => job.progress({ done, total, message: sentence('progress.saving', { table }) }),
  });
  const removed = kind === 'daily' ? await backups.keepNewest(keep) : 0;
  const bytes = (await backups.find(name))?.bytes ?? 0;
  const old = removed === 0 ? undefined : sentence('progress.old_backups_deleted', { count: removed });
  job.progress({ done: rows, total: rows, message: inRow(sentence('progress.saved', { rows, size: { bytes } }), old) });
}

export function backupJobs(deps: BackupJobDeps): JobDefinition[] {
  return [
    MAKE_BACKUP.handledBy({
      title: sentence('job.make_backup'),
      cron: '47 2 * * *',
      maxAttempts: 3,
      timeoutMs: 3_600_000,
      run: (job) => make(deps, job),
    }),
  ];
}

const DAY_MS = 86_400_000;

/** A server that sleeps at night misses the schedule, so at its start it makes an overdue daily backup. */
export async function makeUpForBackup({
  backups,
  settings,
  jobs,
  now,
}: BackupJobDeps & { readonly jobs: Pick<JobQueue, 'add'>; readonly now: () => Date }): Promise<void> {
  const { setup, backups: wanted } = await settings.get();
  if (!wanted.daily || setup.completedAt === null) return;
  const newest = (await backups.list()).find(({ kind }) => kind === 'daily')?.createdAt ?? setup.completedAt;
  if (now().getTime() - Date.parse(newest) < DAY_MS) return;
  await jobs.add(MAKE_BACKUP({}, { runAt: new Date(now().getTime() + 60_000) }));
}
