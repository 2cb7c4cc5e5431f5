import type { PluginHost } from '../../plugin-host/index.js';
import type { Database } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { ImportCatalog } from '../imports/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { Settings } from '../settings/index.js';
import type { RenameRow } from './rename-store.js';

/** The dependencies of planning renames and of carrying them out. */
export interface RenameDeps {
  readonly database: Database;
  readonly host: { readonly hooks: Pick<PluginHost['hooks'], 'transform'> };
  readonly requestReader: Pick<RequestReader, 'info'>;
  readonly catalog: Pick<ImportCatalog, 'cached' | 'book'>;
  readonly settings: { get(): Promise<Pick<Settings, 'library'>> };
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Tells the browsers of admins how far a rename is, and which book it was last done with. */
  readonly announce: (rename: Pick<RenameRow, 'id' | 'state' | 'done' | 'total'> & { readonly title?: string }) => void;
}
