import type { BookFormat } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { Database, Tx } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { CandidateStore } from '../search/candidate-store.js';
import type { CatalogService } from '../catalog/index.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import type { SettingsService } from '../settings/index.js';
import type { ImportPreviewer } from '../imports/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';

/** Dependencies of the service. */
export interface RequestServiceDependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly jobs: JobQueue;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly requests: RequestReader;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly downloads: DownloadStore;
  /** Ends a request whose book is in a library already. */
  readonly settler: { endIfFound(tx: Tx, requestId: string): Promise<boolean> };
  readonly availabilityOf: (asins: readonly string[], format: BookFormat) => Promise<Map<string, unknown>>;
  /** Looks at files that a person names for an import. @throws ApiError where they cannot be imported */
  readonly nameSource: ImportPreviewer['name'];
  readonly now: () => Date;
}
