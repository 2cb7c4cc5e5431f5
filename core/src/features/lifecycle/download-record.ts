import type { Release } from '@lectern/plugin-api';

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
