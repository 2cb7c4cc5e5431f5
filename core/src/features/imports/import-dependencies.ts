import type { CatalogBook } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { CandidateStore } from '../search/candidate-store.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import type { IMPORT } from '../lifecycle/request-jobs.js';
import type { RequestProgress } from '../lifecycle/request-record.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { Settings } from '../settings/settings.js';
import type { CatalogMark } from '../../files/merging/chapter-plan.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { PlacementOptions } from '../../files/placing/placement.js';

/** The part of the catalogue that imports use. */
export interface ImportCatalog {
  /** Books that are already known. */
  cached(asins: readonly string[], region?: string): Promise<ReadonlyMap<string, CatalogBook>>;
  /** May ask the catalogue plugin. */
  book(asin: string, call: { readonly region?: string; readonly signal?: AbortSignal }): Promise<CatalogBook | undefined>;
  /** The chapters of a recording; `undefined` if the catalogue has none, or does not answer. */
  chapters(asin: string, call: { readonly region: string; readonly signal: AbortSignal }): Promise<readonly CatalogMark[] | undefined>;
  /** ASINs of the same recording. */
  siblings(asins: readonly string[]): Promise<Map<string, string[]>>;
  /** Titles of the other books in its series, as far as they are stored. */
  otherTitlesOfSeries(book: CatalogBook): Promise<string[]>;
  /** Whether the catalogue has a reading of the same text by somebody else, as far as it is stored. */
  hasOtherReadings(book: CatalogBook): Promise<boolean>;
}

/** The dependencies of imports. */
export interface ImportDependencies {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider' | 'providers'> & { readonly hooks: Pick<PluginHost['hooks'], 'veto' | 'transform'> };
  readonly requests: RequestReader;
  readonly transitions: RequestTransitions;
  readonly candidates: Pick<CandidateStore, 'block' | 'nextAutomatic'>;
  readonly downloads: DownloadStore;
  readonly catalog: ImportCatalog;
  readonly settings: { get(): Promise<Pick<Settings, 'library' | 'ebooks'>> };
  readonly probe: AudioProbe;
  /** A book's cover in full size. An import continues without one. */
  readonly cover: (
    asin: string,
    call: { readonly signal: AbortSignal },
  ) => Promise<{ readonly bytes: Uint8Array; readonly contentType: string } | undefined>;
  /** Writes `requests.progress` of a request that is `processing`. Called at most once a second per request. */
  readonly saveProgress: (requestId: string, progress: RequestProgress | null) => Promise<void>;
  /** Files are never imported from here, except those that were uploaded for the request. */
  readonly dataDir: string;
  /** Whether a real path is the folder with the files that were uploaded for a request. */
  readonly isUploaded: (requestId: string, real: string) => Promise<boolean>;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
  /** Concurrent imports. Default 4. */
  readonly concurrency?: number;
  /** Absent outside of tests. */
  readonly merging?: {
    /** As in the variable PATH. */
    readonly searchPath?: string;
    /** Milliseconds between two looks at whether the merge is still wanted. */
    readonly lookMs?: number;
    /** Milliseconds that a merge may take. */
    readonly mostMs?: number;
  };
  readonly placement?: Pick<PlacementOptions, 'fs' | 'fileMode' | 'methods'>;
}

/** An import to run. */
export type ImportOrder = PayloadOf<typeof IMPORT>;
