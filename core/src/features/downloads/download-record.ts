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

/** A row of `download_history`. */
export interface DownloadRow {
  id: string;
  requestId: string;
  candidateId: string | null;
  /** Of the download client. */
  integrationId: string | null;
  itemId: string | null;
  state: DownloadStage;
  release: string;
  releaseKey: string;
  /** Whether we put it into the client; what was there before is never removed. */
  ours: unknown;
  downloadPath: string | null;
  clientStatus: string | null;
  error: string | null;
  missingCount: number;
  stalledSince: string | null;
  createdAt: string;
  updatedAt: string;
}
