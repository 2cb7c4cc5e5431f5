import type { Call } from '../call.js';
import type { JsonObject } from '../json.js';
import type { Remark } from '../remark.js';
import type { Downloadable } from './download-client.js';
import type { SourceOutcome } from './indexer.js';

/** @since 1.0.0 */
export interface EbookQuery {
  readonly title: string;
  readonly authors: readonly string[];
  readonly asin?: string;
  readonly isbn?: string;
  /** ISO 639-1. */
  readonly language?: string;
  /** Best first, e.g. `['epub', 'azw3']`. */
  readonly formats: readonly string[];
  readonly limit: number;
}

/** @since 1.0.0 */
export interface EbookCandidate {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly format: string;
  readonly size?: number;
  readonly language?: string;
  readonly year?: number;
  readonly isbn?: string;
  /** The data that `fetch` needs; kept on the server. */
  readonly private: JsonObject;
}

/** @since 1.0.0 */
export interface EbookOutcome {
  readonly candidates: readonly EbookCandidate[];
  readonly sources: readonly SourceOutcome[];
}

/**
 * Returned instead of a file if the source makes everybody wait. Core calls `fetch` again with the same candidate when
 * the time has passed. Until then the request shows `message`, can be cancelled, and survives a restart.
 *
 * @since 1.1.0
 */
export interface EbookWait {
  readonly kind: 'wait';
  /** Milliseconds. Core waits for at most an hour. */
  readonly waitMs: number;
  /** A sentence for the requester; since 1.8.0 it may be one of the plugin's message files. */
  readonly message: Remark;
}

/**
 * A source of ebooks for direct download.
 *
 * @since 1.0.0
 */
export interface EbookSource {
  /** Called once per search, in parallel with other sources. Report failed sources in `sources`. */
  search(query: EbookQuery, call: Call): Promise<EbookOutcome>;
  /**
   * Says where the file is; core downloads and checks it. Called right before the download, again after a crash, and
   * again after a requested wait.
   */
  fetch(candidate: EbookCandidate, call: Call): Promise<(Downloadable & { readonly kind: 'http' }) | EbookWait>;
}
