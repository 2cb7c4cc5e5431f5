import { join } from 'node:path';
import type { DownloadClient } from '@lectern/plugin-api';
import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import { createDirectClient } from './direct-client.js';
import { directDownloadJobs } from './direct-job.js';
import { createDirectStore, type DirectStore } from './direct-store.js';
import * as entities from './entities.js';
import { TRANSFER_LIMITS } from './limits.js';
import { createSourceHosts, type SourceHostsDeps } from './source-hosts.js';
import { directSweepJob } from './sweep-job.js';
import { withDirectDownloads } from './with-direct-downloads.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly downloads: DownloadStore;
  readonly candidates: SourceHostsDeps['candidates'];
}

interface Gives {
  readonly directStore: DirectStore;
  /** The server's own download client. */
  readonly directClient: DownloadClient;
}

/** The folder that contains the downloads' folders. */
function rootOf({ config }: Pick<Needs, 'config'>): string {
  return join(config.dataDir, 'direct-downloads');
}

export const directDownloads = defineFeature<Needs, Gives>({
  name: 'direct-downloads',
  entities,
  services: {
    directStore: ({ database, secretBox, now }) => createDirectStore(database, secretBox, now),
    directClient: (c) =>
      createDirectClient({
        database: c.database,
        jobs: c.jobs,
        store: c.directStore,
        limits: TRANSFER_LIMITS,
        root: rootOf(c),
        privateHostsFor: createSourceHosts(c),
      }),
  },
  wraps: { host: (host, c) => withDirectDownloads(host, () => c.directClient) },
  jobs: (c) => [
    ...directDownloadJobs({
      store: c.directStore,
      limits: TRANSFER_LIMITS,
      root: rootOf(c),
      userAgent: c.userAgent,
      allowPrivateHosts: c.config.allowPrivateHosts,
      now: c.now,
      timeScale: c.timeScale,
    }),
    directSweepJob({ database: c.database, client: () => c.directClient, now: c.now }),
  ],
});
