import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { MoveAnnouncer } from './announce-moves.js';
import { createDownloadStore, type DownloadStore } from './download-store.js';
import * as entities from './entities.js';
import { hooksJob } from './hooks-job.js';
import { createRequestReader, type RequestReader } from './request-reader.js';
import { createRequestRemoval, type RequestRemoval } from './request-removal.js';
import { createRequestTransitions, type RequestTransitions } from './transitions.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly notifications: MoveAnnouncer;
}

interface Gives {
  readonly transitions: RequestTransitions;
  readonly requestReader: RequestReader;
  readonly downloads: DownloadStore;
  readonly requestRemoval: RequestRemoval;
}

export const lifecycle = defineFeature<Needs, Gives>({
  name: 'lifecycle',
  entities,
  owned: {
    request: {
      owner: 'SELECT id FROM requests WHERE id = ? AND user_id = ?',
      subscriber: 'SELECT request_id FROM request_subscribers WHERE request_id = ? AND user_id = ?',
    },
  },
  services: {
    transitions: (c) => createRequestTransitions(c),
    requestReader: ({ database }) => createRequestReader(database),
    downloads: ({ database, now }) => createDownloadStore(database, now),
    requestRemoval: () => createRequestRemoval(),
  },
  jobs: ({ database, requestReader, host }) => [hooksJob({ database, requests: requestReader, host })],
});
