import type { Database } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { AvailabilitySettler } from '../library/availability.js';
import type { HoldingsDeps } from './ask-holdings.js';
import type { TakeInRow } from './entities.js';
import type { LookupCatalog } from './guess-folder.js';
import type { FilingSettings } from './filing-context.js';
import type { FilingCatalog } from './plan-filing.js';

/** What browsers of admins are told. */
export type Announced = Pick<TakeInRow, 'id' | 'state' | 'done' | 'total'>;

/** Dependencies of the job of take-ins. */
export interface TakeInDeps {
  readonly database: Database;
  readonly catalog: LookupCatalog & FilingCatalog;
  readonly settings: FilingSettings;
  readonly host: HoldingsDeps['host'];
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  /** Nothing is read or filed from here. */
  readonly dataDir: string;
  readonly probe: AudioProbe;
  readonly settler: Pick<AvailabilitySettler, 'found'>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
  /** Tells the browsers of admins how far it is. */
  readonly announce: (takeIn: Announced) => void;
  /** Tells all browsers which books came into the library, or left it. */
  readonly announceBooks: (asins: readonly string[]) => void;
}
