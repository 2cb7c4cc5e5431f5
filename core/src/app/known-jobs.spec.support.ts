import { MAKE_BACKUP } from '../features/backups/backup-job.js';
import { REFRESH_CATALOG } from '../features/catalog/catalog-jobs.js';
import { FETCH_FILES } from '../features/direct-downloads/direct-job.js';
import { MONITOR } from '../features/downloads/monitor-job.js';
import { CHECK_FOLLOWED } from '../features/following/follow-check.js';
import { FETCH_CATEGORIES } from '../features/home/fetch-categories-job.js';
import { SCAN_LIBRARY } from '../features/library/library-jobs.js';
import { LOOK_AT_LIBRARY } from '../features/library/look-job.js';
import { WRITE_ASIN } from '../features/library/scan.js';
import {
  CLEAN_SOURCE,
  DELETE_REQUEST,
  GRAB,
  IMPORT,
  REFRESH_LIBRARY,
  REMOVE_DOWNLOAD,
  REMOVE_LEFTOVERS,
  REPLACE_FILES,
  REQUEST_HOOKS,
  SEARCH,
  TELL_HOOKS,
  TELL_IMPORTED,
} from '../features/lifecycle/request-jobs.js';
import { DELIVER, DELIVER_PERSONAL } from '../features/notifications/delivery-record.js';
import { INSTALL, RESTORE } from '../features/plugins/plugin-jobs.js';
import { CHECK_UP } from '../features/check-up/check-up-job.js';
import { FINISH_UPLOAD } from '../features/uploads/finish-job.js';
import { TAKE_IN } from '../features/take-in/take-in-job.js';
import { RENAME } from '../features/renaming/rename-job.js';
import { READ_LISTENING } from '../features/listening/read-listening.js';
import { RECONCILE } from '../features/requests/reconcile-job.js';
import { INTERACTIVE_SEARCH } from '../features/search/search-job.js';
import { DELIVER_WEBHOOK } from '../features/webhooks/deliver-job.js';
import { SYNC_SHELF } from '../features/shelves/shelf-sync.js';
import type { JobRequest } from '../platform/jobs/job-queue.js';

interface Identity {
  readonly name: string;
  readonly singletonKey?: string;
  readonly subject?: string;
}

export const ID = '0199d2a0-0000-7000-8000-000000000001';
const actor = { id: ID, name: 'ada', address: '::1' };

/** Jobs as they are enqueued and as they are stored. These names must not change: jobs of an earlier version wait under them. */
export const REQUESTS: readonly (readonly [JobRequest, Identity])[] = [
  [SEARCH({ requestId: ID }), { name: 'request.search', singletonKey: `request.search:${ID}`, subject: `request:${ID}` }],
  [GRAB({ requestId: ID }), { name: 'request.grab', singletonKey: `request.grab:${ID}`, subject: `request:${ID}` }],
  [GRAB({ requestId: ID, candidateId: ID }), { name: 'request.grab', singletonKey: `request.grab:${ID}`, subject: `request:${ID}` }],
  [
    IMPORT({ requestId: ID, acceptSuspect: true, sourcePath: '/books/dune', cleanupSource: true }),
    { name: 'request.import', singletonKey: `request.import:${ID}`, subject: `request:${ID}` },
  ],
  [REFRESH_LIBRARY({ requestId: ID }), { name: 'library.refresh', singletonKey: `library.refresh:${ID}`, subject: `request:${ID}` }],
  [
    INTERACTIVE_SEARCH({ requestId: ID }),
    { name: 'request.interactive-search', singletonKey: `request.interactive-search:${ID}`, subject: `request:${ID}` },
  ],
  [REMOVE_DOWNLOAD({ downloadId: ID }), { name: 'download.remove', singletonKey: `remove:${ID}` }],
  [REMOVE_LEFTOVERS({ downloadId: ID }), { name: 'import.leftovers', singletonKey: `leftovers:${ID}` }],
  [DELETE_REQUEST({ requestId: ID }), { name: 'request.delete', singletonKey: `request.delete:${ID}` }],
  [REPLACE_FILES({ requestId: ID }), { name: 'library.replace', singletonKey: `library.replace:${ID}` }],
  [CLEAN_SOURCE({ requestId: ID, path: '/books/dune' }), { name: 'import.clean-source', singletonKey: `clean-source:${ID}` }],
  [TELL_IMPORTED({ downloadId: ID }), { name: 'download.imported', singletonKey: `imported:${ID}` }],
  ...REQUEST_HOOKS.map((hook) => [TELL_HOOKS({ hook, requestId: ID, detail: { reason: 'No.' } }), { name: 'hooks.tell' }] as const),
  [MONITOR({ integrationId: ID }), { name: 'downloads.monitor', singletonKey: `downloads.monitor:${ID}` }],
  [
    FETCH_FILES({ itemId: `lectern-${ID}` }),
    {
      name: 'direct-downloads.fetch',
      singletonKey: `direct-downloads.fetch:lectern-${ID}`,
      subject: `direct:lectern-${ID}`,
    },
  ],
  [DELIVER_WEBHOOK({ webhookId: ID }), { name: 'webhooks.deliver', singletonKey: `webhooks.deliver:${ID}` }],
  [DELIVER_PERSONAL({ deliveryId: ID }), { name: 'notify.deliver-personal', singletonKey: `notify.deliver-personal:${ID}` }],
  [DELIVER({ deliveryId: ID }), { name: 'notify.deliver', singletonKey: `notify.deliver:${ID}` }],
  [WRITE_ASIN({ integrationId: ID, itemId: 'i', asin: 'B000000001' }), { name: 'library.write-asin', singletonKey: `asin:${ID}:i` }],
  [SCAN_LIBRARY(), { name: 'library.scan', singletonKey: 'schedule:library.scan' }],
  [SCAN_LIBRARY({ acceptLoss: true }), { name: 'library.scan', singletonKey: 'schedule:library.scan' }],
  [LOOK_AT_LIBRARY(), { name: 'library.look', singletonKey: 'library.look' }],
  [CHECK_UP(), { name: 'library.check-up', singletonKey: 'library.check-up' }],
  [FINISH_UPLOAD({ uploadId: ID }), { name: 'uploads.finish', singletonKey: `uploads.finish:${ID}`, subject: `upload:${ID}` }],
  [TAKE_IN(), { name: 'library.take-in', singletonKey: 'library.take-in' }],
  [RENAME(), { name: 'library.rename', singletonKey: 'library.rename' }],
  [SYNC_SHELF({ shelfId: ID }), { name: 'shelf.sync', singletonKey: `shelf.sync:${ID}`, subject: `shelf:${ID}` }],
  [
    CHECK_FOLLOWED({ kind: 'series', catalogId: 'B000000001', region: 'us' }),
    { name: 'following.check', singletonKey: 'follow:series:us:B000000001', subject: 'follow:series:us:B000000001' },
  ],
  [MAKE_BACKUP(), { name: 'backups.create', singletonKey: 'schedule:backups.create' }],
  [MAKE_BACKUP({ kind: 'manual' }), { name: 'backups.create', singletonKey: 'backups.create:manual' }],
  [REFRESH_CATALOG(), { name: 'catalog.refresh', singletonKey: 'catalog.refresh' }],
  [FETCH_CATEGORIES(), { name: 'home.fetch-categories', singletonKey: 'home.fetch-categories' }],
  [READ_LISTENING(), { name: 'listening.read', singletonKey: 'schedule:listening.read' }],
  [RECONCILE(), { name: 'requests.reconcile', singletonKey: 'schedule:requests.reconcile' }],
  [RESTORE(), { name: 'plugins.restore', singletonKey: 'plugins.restore' }],
  [INSTALL({ name: 'p', upload: 'gone.tgz', allowIncompatible: true, actor }), { name: 'plugins.install', subject: 'p' }],
  [INSTALL({ name: 'p', version: '1.0.0', upload: 'gone.tgz', actor }), { name: 'plugins.install', subject: 'p 1.0.0' }],
];

/** Jobs that only the clock starts. */
export const BY_THE_CLOCK = [
  'acquisition.feeds',
  'auth.prune-sessions',
  'direct-downloads.sweep',
  'downloads.seeding-sweep',
  'following.check-all',
  'history.prune',
  'integrations.health',
  'library.likely-matches',
  'library.look-again',
  'library.recent',
  'notifications.prune',
  'notify.digest',
  'requests.release-dates',
  'series-gaps.refresh',
  'shelf.sync-all',
];
