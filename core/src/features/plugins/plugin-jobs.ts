import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { InstallProgress } from '../../plugin-host/index.js';
import type { PluginManager } from './plugin-manager.js';

/** An order for an installation, as it waits in the queue. */
const installOrder = Type.Object({
  name: Type.String(),
  version: Type.Optional(Type.String()),
  /** Name of an uploaded file; absent for the registry. */
  upload: Type.Optional(Type.String()),
  allowIncompatible: Type.Optional(Type.Boolean()),
  actor: Type.Object({ id: Type.Optional(Type.String()), name: Type.String(), address: Type.Optional(Type.String()) }),
});

export type InstallOrder = Static<typeof installOrder>;

export const INSTALL = defineJob('plugins.install', installOrder, {
  subject: ({ name, version }) => (version === undefined ? name : `${name} ${version}`),
});
export const RESTORE = defineJob('plugins.restore', NO_PAYLOAD, { key: () => 'plugins.restore' });

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Puts installations into the job queue, where they wait, show their progress and can be cancelled. */
export interface InstallOrders {
  /** @returns the id of the job */
  place(order: InstallOrder): Promise<string>;
  /** Keeps a file until its job has run. @returns its name */
  keepUpload(tarball: Uint8Array): Promise<string>;
}

export interface PluginJobsDeps {
  readonly manager: PluginManager;
  readonly dataDir: string;
}

function uploadsOf(dataDir: string): string {
  return join(dataDir, 'plugins', '.uploads');
}

export function createInstallOrders({
  database,
  jobs,
  dataDir,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly dataDir: string;
}): InstallOrders {
  return {
    async place(order) {
      const asked = INSTALL(order);
      await database.transaction((tx) => jobs.enqueue(tx, asked));
      const placed = (await jobs.list({ name: INSTALL.name, limit: 100 })).filter((job) => job.subject === asked.subject);
      // ids grow with time
      return (
        placed
          .map(({ id }) => id)
          .sort()
          .at(-1) ?? ''
      );
    },
    async keepUpload(tarball) {
      const name = `${randomUUID()}.tgz`;
      await mkdir(uploadsOf(dataDir), { recursive: true });
      await writeFile(join(uploadsOf(dataDir), name), tarball, { mode: 0o600 });
      return name;
    },
  };
}

/** The jobs that install plugins, and that restore missing code at the start. */
export function pluginJobs({ manager, dataDir }: PluginJobsDeps): JobDefinition[] {
  const showIn = (job: Pick<JobContext, 'progress'>) => (progress: InstallProgress) => job.progress(progress);

  async function runOrder(job: JobContext<InstallOrder>): Promise<void> {
    const { name, version, upload, allowIncompatible, actor } = job.payload;
    const choices = { signal: job.signal, progress: showIn(job), allowIncompatible };
    const path = upload === undefined ? undefined : join(uploadsOf(dataDir), upload);
    const source =
      path === undefined ? ({ kind: 'registry', name, version } as const) : ({ kind: 'upload', tarball: await readFile(path) } as const);
    try {
      const installed = await manager.install(source, actor, choices);
      job.progress({
        done: 5,
        total: 5,
        message: sentence('progress.plugin_installed', { plugin: installed.displayName, version: installed.version }),
      });
    } finally {
      if (path !== undefined) await rm(path, { force: true });
    }
  }

  return [
    // a package that was refused once is refused again, so there are no automatic retries
    INSTALL.handledBy({ title: sentence('job.install_plugin'), maxAttempts: 1, timeoutMs: INSTALL_TIMEOUT_MS, run: runOrder }),
    RESTORE.handledBy({
      title: sentence('job.restore_plugins'),
      timeoutMs: INSTALL_TIMEOUT_MS,
      run: (job) => manager.restore({ signal: job.signal, progress: showIn(job) }),
    }),
  ];
}
