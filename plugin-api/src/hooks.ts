import type { AddOptions, DownloadStatus } from './kinds/download-client.js';
import type { Release, ReleaseQuery, SourceOutcome } from './kinds/indexer.js';
import type { NotificationMessage } from './kinds/notifier.js';
import type { ShelfBook } from './kinds/shelf-provider.js';

/** @since 1.0.0 */
export interface BookInfo {
  readonly asin: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: string;
  readonly seriesPart?: string;
}

/** @since 1.0.0 */
export interface RequestInfo {
  /** Of no stored request if `status` is `preview`: somebody asks what would be taken for a book. */
  readonly id: string;
  readonly type: 'audiobook' | 'ebook';
  readonly status: string;
  readonly origin: string;
  readonly user: { readonly id: string; readonly username: string };
  readonly book: BookInfo;
}

/** A ranked release, without the parts that must stay on the server. @since 1.0.0 */
export interface CandidateInfo {
  readonly id: string;
  readonly release: Omit<Release, 'private'>;
  readonly score: number;
  readonly gates: readonly { readonly name: string; readonly passed: boolean; readonly reason: string }[];
  readonly parts: readonly { readonly name: string; readonly points: number; readonly max: number; readonly reason: string }[];
}

/** The answer of a veto handler; `undefined` means no opinion. @since 1.0.0 */
export interface Refusal {
  readonly refuse: string;
}

interface PlannedFile {
  readonly from: string;
  readonly to: string;
}

/**
 * Every hook with its payload. The form of the verb shows the kind: hooks with a present participle may change or veto,
 * those with a past participle only report.
 *
 * @since 1.0.0
 */
export interface HookPayloads {
  /** Veto: before a request is stored. First answer wins. */
  'request.submitting': {
    readonly user: RequestInfo['user'];
    readonly book: BookInfo;
    readonly type: RequestInfo['type'];
    readonly origin: string;
  };
  /** Veto: may decide the approval itself. First answer wins. */
  'request.approving': { readonly request: RequestInfo };
  /** Veto: may pick the release, or refuse to pick any. First answer wins. */
  'release.selecting': { readonly request: RequestInfo; readonly candidates: readonly CandidateInfo[] };
  /** Veto: may refuse to take the files at `path` for those of the request. First answer wins. */
  'import.matching': { readonly request: RequestInfo; readonly path: string };
  /** Transform: the queries sent to indexers. */
  'search.querying': { readonly request: RequestInfo; readonly queries: readonly ReleaseQuery[] };
  /** Transform: gates and score parts of the candidates. */
  'search.ranking': { readonly request: RequestInfo; readonly candidates: readonly CandidateInfo[] };
  /** Transform: category, path and tags sent to the client. */
  'download.adding': { readonly request: RequestInfo; readonly options: Omit<AddOptions, 'signal'> };
  /** Transform: where files go. `to` is relative to the library folder. */
  'import.planning': { readonly request: RequestInfo; readonly directory: string; readonly files: readonly PlannedFile[] };
  /** Transform: text and links of a message. */
  'notification.composing': { readonly message: NotificationMessage };
  /** Transform: which books of a shelf become requests. */
  'shelf.importing': { readonly shelf: string; readonly books: readonly ShelfBook[] };
  /** Told: the server accepts work. */
  'app.ready': { readonly version: string };
  /** Told: a request is stored. */
  'request.created': { readonly request: RequestInfo };
  /** Told: a request may be searched for, because a person approved it or no approval was needed. */
  'request.approved': { readonly request: RequestInfo };
  /** Told: an admin said no; `reason` is what the requester reads. */
  'request.denied': { readonly request: RequestInfo; readonly reason: string };
  /** Told: the book is in the library. */
  'request.available': { readonly request: RequestInfo };
  /** Told: the request ended without a book and will not continue on its own. */
  'request.failed': { readonly request: RequestInfo; readonly reason: string };
  /** Told: somebody cancelled the request. */
  'request.cancelled': { readonly request: RequestInfo };
  /** Told: all indexers have answered or failed; `found` counts releases, good and bad. */
  'search.completed': { readonly request: RequestInfo; readonly sources: readonly SourceOutcome[]; readonly found: number };
  /** Told: a download client accepted a release. */
  'download.started': { readonly request: RequestInfo; readonly release: string; readonly client: string };
  /** Told: a download is complete; `status.contentPath` is where the client has it. */
  'download.completed': { readonly request: RequestInfo; readonly status: DownloadStatus };
  /** Told: a download failed for good; another release may be tried. */
  'download.failed': { readonly request: RequestInfo; readonly reason: string };
  /** Told: files are placed. Paths are absolute. */
  'import.completed': { readonly request: RequestInfo; readonly directory: string; readonly files: readonly string[] };
  /** Told: files could not be placed; they are still where they were. */
  'import.failed': { readonly request: RequestInfo; readonly reason: string };
  /** Told: a library of a media server was scanned. */
  'library.scanned': { readonly integrationId: string; readonly libraryId: string; readonly items: number; readonly removed: number };
  /** Told: a library item was matched with a book, by its own ASIN or by the content of its files. */
  'library.matched': { readonly itemId: string; readonly asin: string; readonly by: 'hash' | 'asin' };
  /** Told: a shelf was read; `requested` is the number of requests that resulted. */
  'shelf.synced': { readonly shelf: string; readonly books: number; readonly requested: number };
  /** Told: an admin saved a section of the settings; the values are not in the payload. */
  'settings.saved': { readonly section: string };
  /** Told: an integration has started, failed, stopped or been quarantined. */
  'plugin.stateChanged': { readonly pluginId: string; readonly integrationId: string; readonly state: string };
}

/** @since 1.0.0 */
export type HookName = keyof HookPayloads;

/** veto: bail; transform: waterfall; told: parallel. @since 1.0.0 */
export const HOOK_KINDS = {
  'request.submitting': 'veto',
  'request.approving': 'veto',
  'release.selecting': 'veto',
  'import.matching': 'veto',
  'search.querying': 'transform',
  'search.ranking': 'transform',
  'download.adding': 'transform',
  'import.planning': 'transform',
  'notification.composing': 'transform',
  'shelf.importing': 'transform',
  'app.ready': 'told',
  'request.created': 'told',
  'request.approved': 'told',
  'request.denied': 'told',
  'request.available': 'told',
  'request.failed': 'told',
  'request.cancelled': 'told',
  'search.completed': 'told',
  'download.started': 'told',
  'download.completed': 'told',
  'download.failed': 'told',
  'import.completed': 'told',
  'import.failed': 'told',
  'library.scanned': 'told',
  'library.matched': 'told',
  'shelf.synced': 'told',
  'settings.saved': 'told',
  'plugin.stateChanged': 'told',
} as const satisfies Record<HookName, 'veto' | 'transform' | 'told'>;

/** The possible answers of a handler, by hook. @since 1.0.0 */
export interface VetoResults {
  'request.submitting': Refusal;
  'request.approving': { readonly approve: true } | Refusal;
  'release.selecting': { readonly candidateId: string } | Refusal;
  'import.matching': Refusal;
}

/** @since 1.0.0 */
export type HookResults<N extends HookName> = N extends keyof VetoResults
  ? VetoResults[N] | undefined
  : (typeof HOOK_KINDS)[N] extends 'transform'
    ? HookPayloads[N] | undefined
    : void;

/**
 * @param payload plain data, frozen; transform handlers return a changed copy, or `undefined` to change nothing
 * @since 1.0.0
 */
export type HookHandler<N extends HookName> = (
  payload: HookPayloads[N],
  call: { readonly signal: AbortSignal },
) => Promise<HookResults<N>> | HookResults<N>;

/**
 * A plugin's handlers. `stage` orders them (lower first, default 0). If a veto handler with `critical: true` fails,
 * that counts as a refusal; if another one fails, as no answer.
 *
 * @since 1.0.0
 */
export type Hooks = {
  readonly [N in HookName]?: HookHandler<N> | { readonly handler: HookHandler<N>; readonly stage?: number; readonly critical?: boolean };
};
