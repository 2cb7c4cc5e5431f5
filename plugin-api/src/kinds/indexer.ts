import type { Call } from '../call.js';
import type { JsonObject } from '../json.js';
import type { Remark } from '../remark.js';
import type { Downloadable, Protocol } from './download-client.js';

/** A search for releases. @since 1.0.0 */
export interface ReleaseQuery {
  /** Text to send unchanged. Core sends several queries (title and author, title alone) and merges the results. */
  readonly text: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: string;
  readonly seriesPart?: string;
  readonly asin?: string;
  readonly isbn?: string;
  /** ISO 639-1. */
  readonly language?: string;
  readonly format: 'audiobook' | 'ebook';
  readonly limit: number;
}

/** Something that can be downloaded. @since 1.0.0 */
export interface Release {
  /** Unique and stable within the indexer. */
  readonly guid: string;
  readonly title: string;
  /** Bytes; absent when unknown. */
  readonly size?: number;
  readonly protocol: Protocol;
  /** Absent means unknown, not zero. */
  readonly seeders?: number;
  readonly leechers?: number;
  readonly grabs?: number;
  /** ISO 8601. */
  readonly publishedAt?: string;
  readonly indexer: { readonly id: string; readonly name: string; /** 1 is best, 50 is last. */ readonly priority?: number };
  /** 40 lower-case hex digits. */
  readonly infoHash?: string;
  /** Lower-case words such as `freeleech`. */
  readonly flags: readonly string[];
  /** ISO 639-1, when the indexer states it. */
  readonly language?: string;
  /** Lower-case, e.g. `m4b`, when the indexer states it. */
  readonly fileType?: string;
  /** Who wrote the book, when the indexer states it separately. Never read from `title`. @since 1.3.0 */
  readonly authors?: readonly string[];
  /** The title of the book, when the indexer states it separately. Never read from `title`. @since 1.3.0 */
  readonly bookTitle?: string;
  /** Who reads it, when the indexer states it separately. Never read from `title`. @since 1.3.0 */
  readonly narrators?: readonly string[];
  /** Newznab numbers, e.g. 3030 for audiobooks. Absent or empty means unknown. @since 1.3.0 */
  readonly categories?: readonly number[];
  /** How many files it holds; absent when unknown. @since 1.3.0 */
  readonly fileCount?: number;
  /** A page for people. Must not carry keys. */
  readonly infoUrl?: string;
  /** The data that `resolve` needs. Kept on the server, encrypted, never shown. */
  readonly private: JsonObject;
}

/** The outcome of one source. @since 1.0.0 */
export interface SourceOutcome {
  readonly id: string;
  readonly name: string;
  readonly status: 'ok' | 'empty' | 'failed' | 'throttled';
  /** Milliseconds until another try makes sense. */
  readonly retryAfterMs?: number;
  /** The error, for admins: the source's own message as a string, or, since 1.8.0, a sentence of the plugin. */
  readonly error?: Remark;
}

/** @since 1.0.0 */
export interface SearchOutcome {
  readonly releases: readonly Release[];
  /** One entry for every source that was or should have been searched. Zero releases with a failed source never means "not found". */
  readonly sources: readonly SourceOutcome[];
}

/**
 * Finds releases.
 *
 * @since 1.0.0
 */
export interface Indexer {
  /** The protocols of its releases. Read before every search and grab; core searches only if a download client supports one of them. */
  readonly protocols: readonly Protocol[];
  /**
   * Called for each query of a request, in parallel with other indexers. If a source failed, report it in `sources` and
   * return the results of the others; throw only if nothing could be searched at all.
   */
  search(query: ReleaseQuery, call: Call): Promise<SearchOutcome>;
  /** The newest releases, for the feed poll every 15 minutes. `since` is ISO 8601. Absent: no feed. */
  recent?(call: Call & { readonly since?: string }): Promise<SearchOutcome>;
  /**
   * Turns a release into something that a download client accepts. Called once, right before the grab. If the indexer
   * refuses, throw with `blame` set to its name.
   */
  resolve(release: Release, call: Call): Promise<Downloadable>;
}
