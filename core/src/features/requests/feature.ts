import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { ImportPreviewer } from '../imports/index.js';
import type { Connected } from '../integrations/index.js';
import type { LibraryService, RemovedItems } from '../library/index.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { DELETE_REQUEST } from '../lifecycle/request-jobs.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { CandidateStore } from '../search/index.js';
import type { SettingsService } from '../settings/index.js';
import { actionRoutes } from './action-routes.js';
import { adminRequestRoutes } from './admin-request-routes.js';
import { batchRoutes } from './batch-routes.js';
import { ebookRoutes } from './ebook-routes.js';
import { quotaRoutes } from './quota.js';
import { RECONCILE, reconcileJobs } from './reconcile-job.js';
import { deleteJob, REQUEST_DELETED } from './delete-job.js';
import { deletionsUnderWay } from './deletion-store.js';
import * as entities from './entities.js';
import { createRequestAnnouncer, REQUEST_UPDATED, type RequestAnnouncer } from './request-announcer.js';
import { createRequestDetail, type RequestDetailReader } from './request-detail.js';
import { createRequestList, type RequestList } from './request-list.js';
import type { RequestServiceDependencies } from './request-dependencies.js';
import { requestRoutes } from './request-routes.js';
import { createRequestService, type RequestService } from './request-service.js';
import { wakeDelayedRequests, wakeWaitingRequests } from './wake-waiting-requests.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly connected: Connected;
  readonly downloads: DownloadStore;
  readonly importPreview: ImportPreviewer;
  readonly library: LibraryService;
  readonly replacing: { isHandingOver(requestId: string): Promise<boolean> };
  readonly requestReader: RequestReader;
  readonly requestRemoval: RequestRemoval;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly settings: SettingsService;
  readonly removedItems: RemovedItems;
  readonly settler: RequestServiceDependencies['settler'] & { gone(asins: readonly string[]): Promise<unknown> };
}

interface Gives {
  readonly requestList: RequestList;
  readonly requestDetail: RequestDetailReader;
  readonly requests: RequestService;
  readonly announcer: RequestAnnouncer;
}

export const requests = defineFeature<Needs, Gives>({
  name: 'requests',
  entities,
  services: {
    requestList: ({ database }) => createRequestList(database),
    requestDetail: ({ database, requestList, library }) => createRequestDetail(database, requestList, library.listenLinksOf),
    requests: (c) =>
      createRequestService({
        database: c.database,
        host: c.host,
        jobs: c.jobs,
        catalog: c.catalog,
        settings: c.settings,
        requests: c.requestReader,
        transitions: c.transitions,
        candidates: c.candidates,
        downloads: c.downloads,
        settler: c.settler,
        availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
        nameSource: c.importPreview.name,
        now: c.now,
      }),
    announcer: {
      make: (c) => createRequestAnnouncer({ database: c.database, list: c.requestList, events: c.events, log: c.log }),
      stop: (made) => made.stop(),
    },
  },
  routes: (c) => [
    ...requestRoutes({ service: c.requests, list: c.requestList, detail: c.requestDetail, candidates: c.candidates }),
    ...ebookRoutes({
      database: c.database,
      host: c.host,
      catalog: c.catalog,
      settings: c.settings,
      availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
    }),
    ...batchRoutes({ service: c.requests, database: c.database, settings: c.settings, now: c.now }),
    ...quotaRoutes({ database: c.database, settings: c.settings, now: c.now }),
    ...adminRequestRoutes({ list: c.requestList, database: c.database, settings: c.settings }),
    ...actionRoutes({ service: c.requests, list: c.requestList }),
  ],
  jobs: ({
    database,
    jobs,
    transitions,
    catalog,
    downloads,
    requestRemoval,
    settings,
    events,
    replacing,
    removedItems,
    settler,
    now,
    timeScale,
  }) => [
    ...reconcileJobs({ database, jobs, transitions, catalog, downloads, now }),
    deleteJob({
      database,
      jobs,
      transitions,
      requestRemoval,
      removedItems,
      settleGone: (asins) => settler.gone(asins),
      settings,
      events,
      isHandingOver: (requestId) => replacing.isHandingOver(requestId),
      now,
      timeScale,
    }),
  ],
  events: {
    [REQUEST_DELETED]: 'as published',
    [REQUEST_UPDATED]: ({ announcer }, event, caller, say) => announcer.present(event, caller, say),
  },
  listen(c) {
    const ends = [
      c.transitions.onChange((requestId) => c.announcer.changed(requestId)),
      c.connected.listen((kind) => wakeWaitingRequests(c, kind)),
      c.settings.onChange((_settings, changed) => wakeDelayedRequests(c, changed)),
    ];
    return () => ends.forEach((end) => end());
  },
  async begin({ database, jobs }) {
    // a job that failed too often is given up; a request that is half deleted is not
    for (const requestId of await deletionsUnderWay(database.read)) await jobs.add(DELETE_REQUEST({ requestId }));
    await jobs.add(RECONCILE());
  },
});
