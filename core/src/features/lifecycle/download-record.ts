import type { Release } from '@lectern/plugin-api';

/**
 * The progress of a download: `created` before the client was asked, `added` when it has it, `completed` when its files are ready,
 * `imported` when they are in the library; `failed` and `removed` are final.
 */
export type DownloadStage = 'created' | 'added' | 'completed' | 'imported' | 'failed' | 'removed';

/** The parts of a release that are stored, to show it and to add it again. Nothing private. */
export type DownloadRelease = Pick<Release, 'title' | 'size' | 'protocol' | 'infoHash'> & {
  readonly indexer: string;
  readonly score?: number;
};
