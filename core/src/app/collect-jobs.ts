import { feedJobs, searchJobs } from '../features/search/index.js';
import { authJobs } from '../features/auth/index.js';
import { backupJobs } from '../features/backups/index.js';
import { catalogJobs } from '../features/catalog/index.js';
import { directDownloadJobs, directSweepJob, TRANSFER_LIMITS } from '../features/direct-downloads/index.js';
import { grabJobs, monitorJobs } from '../features/downloads/index.js';
import { integrationJobs } from '../features/integrations/index.js';
import { libraryJobs } from '../features/library/index.js';
import { notificationJobs } from '../features/notifications/index.js';
import { importJobs } from '../features/imports/index.js';
import { pluginJobs } from '../features/plugins/index.js';
import { reconcileJobs } from '../features/requests/index.js';
import { hooksJob } from '../features/lifecycle/hooks-job.js';
import type { RequestProgress } from '../features/lifecycle/request-record.js';
import { shelfJobs } from '../features/shelves/index.js';
import type { JobDefinition } from '../platform/jobs/job-queue.js';
import type { Cradle } from './cradle.js';
import { directDownloadsDir, userAgent } from './register-features.js';
import { pruneJob } from './prune-job.js';
import { shelfSync } from './shelf-sync.js';
import { wakeWaitingRequests } from './wake-waiting-requests.js';

/** Shows how far an import is; only while it runs. */
async function saveImportProgress(c: Cradle, requestId: string, progress: RequestProgress | null): Promise<void> {
  await c.database.transaction((tx) =>
    tx.run("UPDATE requests SET progress = ? WHERE id = ? AND status = 'processing'", [progress && JSON.stringify(progress), requestId]),
  );
  c.announcer.changed(requestId);
}

/** The background jobs of all features. */
export function collectJobs(c: Cradle): JobDefinition[] {
  return [
    ...searchJobs({ ...common(c), host: c.host, catalog: c.catalog, settings: c.settings, events: c.events }),
    ...feedJobs({ ...common(c), host: c.host, catalog: c.catalog, settings: c.settings, jobs: c.jobs }),
    ...grabJobs({ ...common(c), host: c.host, jobs: c.jobs, downloads: c.downloads, notifications: c.notifications }),
    ...monitorJobs({
      ...common(c),
      host: c.host,
      jobs: c.jobs,
      downloads: c.downloads,
      onProgress: (requestId) => c.announcer.changed(requestId),
    }),
    ...directDownloadJobs({
      store: c.directStore,
      limits: TRANSFER_LIMITS,
      root: directDownloadsDir(c.config),
      userAgent: userAgent(c.version),
      allowPrivateHosts: c.config.allowPrivateHosts,
      now: c.now,
      timeScale: c.timeScale,
    }),
    directSweepJob({ database: c.database, client: () => c.directClient, now: c.now }),
    ...importJobs({
      ...common(c),
      host: c.host,
      catalog: c.catalog,
      settings: c.settings,
      probe: c.probe,
      cover: async (asin) => c.covers.ofBook(asin),
      saveProgress: (requestId, progress) => saveImportProgress(c, requestId, progress),
      dataDir: c.config.dataDir,
    }),
    ...libraryJobs({
      database: c.database,
      host: c.host,
      transitions: c.transitions,
      jobs: c.jobs,
      events: c.events,
      log: c.log,
      now: c.now,
      timeScale: c.timeScale,
      scanner: c.scanner,
    }),
    ...reconcileJobs({ database: c.database, jobs: c.jobs, transitions: c.transitions, catalog: c.catalog, now: c.now }),
    hooksJob({
      database: c.database,
      requests: c.requestReader,
      host: c.host,
    }),
    ...notificationJobs({ database: c.database, host: c.host, settings: c.settings, now: c.now }),
    ...integrationJobs({
      database: c.database,
      store: c.integrationStore,
      host: c.host,
      tellOfLectern: c.tellOfLectern,
      notifications: c.notifications,
      onConnected: (kind) => wakeWaitingRequests(c, kind),
      log: c.log,
      now: c.now,
      timeScale: c.timeScale,
    }),
    ...catalogJobs({ catalog: c.catalog }),
    ...shelfJobs(shelfSync(c)),
    ...pluginJobs({ manager: c.pluginManager, dataDir: c.config.dataDir }),
    ...authJobs({ sessions: c.sessions }),
    ...backupJobs(c),
    pruneJob(c),
  ];
}

/** What all jobs that move requests work with. */
function common(c: Cradle) {
  return {
    database: c.database,
    requests: c.requestReader,
    transitions: c.transitions,
    candidates: c.candidates,
    now: c.now,
    timeScale: c.timeScale,
  };
}
