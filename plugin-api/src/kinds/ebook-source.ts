import type { Call } from '../call.js';
import type { JsonObject } from '../json.js';
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
  /** What `fetch` needs; kept on the server. */
  readonly private: JsonObject;
}

/** @since 1.0.0 */
export interface EbookOutcome {
  readonly candidates: readonly EbookCandidate[];
  readonly sources: readonly SourceOutcome[];
}

/**
 * A place ebooks are fetched from by direct download.
 *
 * @since 1.0.0
 */
export interface EbookSource {
  search(query: EbookQuery, call: Call): Promise<EbookOutcome>;
  fetch(candidate: EbookCandidate, call: Call): Promise<Downloadable & { readonly kind: 'http' }>;
}
