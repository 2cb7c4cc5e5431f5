import type { Release } from '@lectern/plugin-api';
import type { RowOf } from '../../platform/db/index.js';
import type { DownloadEntity } from './entities.js';

/**
 * How far a download came: `created` before the client was asked, `added` when it has it, `completed` when its files
 * are ready, `imported` when they are in the library; `failed` and `removed` are ends.
 */
export type DownloadStage = 'created' | 'added' | 'completed' | 'imported' | 'failed' | 'removed';

/** What is kept of the release, for people and for adding it again. Nothing private. */
export type DownloadRelease = Pick<Release, 'title' | 'size' | 'protocol' | 'infoHash'> & {
  readonly indexer: string;
  readonly score?: number;
};

/** A row of `download_history`. */
export type DownloadRow = RowOf<typeof DownloadEntity>;
