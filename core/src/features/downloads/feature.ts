import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { NotificationService } from '../notifications/index.js';
import type { CandidateStore } from '../search/index.js';
import type { SettingsService } from '../settings/index.js';
import { grabJobs } from './grab-job.js';
import { monitorJobs } from './monitor-job.js';
import { seedingSweepJob } from './seeding/seeding-sweep-job.js';
import { tellImportedJob } from './tell-imported.js';
import { downloadRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly requestReader: RequestReader;
  readonly transitions: RequestTransitions;
  readonly notifications: NotificationService;
  readonly candidates: CandidateStore;
  readonly downloads: DownloadStore;
  readonly settings: SettingsService;
  readonly announcer: { changed(requestId: string): void };
}

export const downloads = defineFeature<Needs>({
  name: 'downloads',
  services: {},
  routes: ({ database }) => downloadRoutes({ database }),
  jobs(c) {
    const common = {
      database: c.database,
      host: c.host,
      jobs: c.jobs,
      requests: c.requestReader,
      transitions: c.transitions,
      candidates: c.candidates,
      downloads: c.downloads,
      settings: c.settings,
      now: c.now,
      timeScale: c.timeScale,
    };
    return [
      ...grabJobs({ ...common, notifications: c.notifications, events: c.events }),
      ...monitorJobs({ ...common, onProgress: (requestId) => c.announcer.changed(requestId) }),
      seedingSweepJob(common),
      tellImportedJob(common),
    ];
  },
});
