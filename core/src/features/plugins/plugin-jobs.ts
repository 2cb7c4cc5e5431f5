import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../platform/db/index.js';
import type { JobContext, JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import type { InstallProgress } from '../../plugin-host/index.js';
import type { Actor } from '../audit/index.js';
import type { PluginManager } from './plugin-manager.js';

export const INSTALL_JOB = 'plugins.install';
export const RESTORE_JOB = 'plugins.restore';

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** A wish for an installation, as it waits in the queue. */
export interface InstallOrder {
  readonly name: string;
  readonly version?: string;
  /** Name of a file among the uploads; from the registry when absent. */
  readonly upload?: string;
  readonly allowIncompatible?: boolean;
  readonly actor: Actor;
}

/** Puts installations into the job queue, where they wait their turn, show their progress and can be cancelled. */
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
      const subject = order.version === undefined ? order.name : `${order.name} ${order.version}`;
      await database.transaction((tx) => jobs.enqueue(tx, { name: INSTALL_JOB, payload: { ...order }, subject }));
      const placed = (await jobs.list({ name: INSTALL_JOB, limit: 100 })).filter((job) => job.subject === subject);
      // ids ascend with time
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

/** Installing, and making missing code anew at the start. */
export function pluginJobs({ manager, dataDir }: PluginJobsDeps): JobDefinition[] {
  const showIn = (job: JobContext) => (progress: InstallProgress) => job.progress(progress);

  async function runOrder(job: JobContext): Promise<void> {
    const { name, version, upload, allowIncompatible, actor } = job.payload as unknown as InstallOrder;
    const choices = { signal: job.signal, progress: showIn(job), allowIncompatible };
    const path = upload === undefined ? undefined : join(uploadsOf(dataDir), upload);
    const source =
      path === undefined ? ({ kind: 'registry', name, version } as const) : ({ kind: 'upload', tarball: await readFile(path) } as const);
    try {
      const installed = await manager.install(source, actor, choices);
      job.progress({ done: 5, total: 5, message: `${installed.displayName} ${installed.version} is installed.` });
    } finally {
      if (path !== undefined) await rm(path, { force: true });
    }
  }

  return [
    // a package that was refused once is refused again: nothing is tried twice without a person's wish
    { name: INSTALL_JOB, title: 'Install a plugin', maxAttempts: 1, timeoutMs: INSTALL_TIMEOUT_MS, run: runOrder },
    {
      name: RESTORE_JOB,
      title: 'Install missing plugins again',
      timeoutMs: INSTALL_TIMEOUT_MS,
      run: (job) => manager.restore({ signal: job.signal, progress: showIn(job) }),
    },
  ];
}
