import type { Call } from '../call.js';
import type { Remark } from '../remark.js';

/** The way a release is fetched. @since 1.0.0 */
export type Protocol = 'torrent' | 'usenet' | 'http';

/** One file of an `http` download. @since 1.0.0 */
export interface HttpFile {
  readonly url: string;
  readonly name: string;
  readonly size?: number;
  /** Sent only to the origin of `url`; dropped when a redirect leads elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** 32 hex digits. A file with another sum is refused. @since 1.1.0 */
  readonly md5?: string;
  /** 64 hex digits. A file with another sum is refused. @since 1.1.0 */
  readonly sha256?: string;
}

/** @since 1.0.0 */
export type Downloadable =
  | { readonly kind: 'magnet'; readonly uri: string; readonly infoHash?: string }
  | { readonly kind: 'torrent'; readonly bytes: Uint8Array; readonly infoHash: string }
  | { readonly kind: 'nzb'; readonly bytes: Uint8Array; readonly name: string }
  | { readonly kind: 'http'; readonly files: readonly HttpFile[] };

/** @since 1.0.0 */
export interface AddOptions extends Call {
  readonly name: string;
  readonly category: string;
  /** A directory as the client sees it. */
  readonly savePath?: string;
  readonly tags?: readonly string[];
  readonly paused?: boolean;
  readonly seedRatio?: number;
  readonly seedMinutes?: number;
  readonly priority?: 'low' | 'normal' | 'high';
}

/** @since 1.0.0 */
export interface AddResult {
  /** The client's own id, which survives its restarts. */
  readonly itemId: string;
  /** It was in the client before this call, which changed nothing about it. */
  readonly alreadyThere: boolean;
}

/** The closed list of states. Map an unknown native state to `downloading`, never to `completed`. @since 1.0.0 */
export const DOWNLOAD_STATES = [
  'queued',
  'metadata',
  'downloading',
  'stalled',
  'paused',
  'checking',
  'postprocessing',
  'completed',
  'seeding',
  'failed',
  'missing',
] as const;

/** @since 1.0.0 */
export type DownloadState = (typeof DOWNLOAD_STATES)[number];

/** @since 1.0.0 */
export interface DownloadStatus {
  readonly itemId: string;
  readonly state: DownloadState;
  /** 0 to 1. */
  readonly progress: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly downBps: number;
  readonly upBps: number;
  readonly etaSeconds?: number;
  readonly ratio?: number;
  readonly seedingSeconds?: number;
  readonly name?: string;
  /** The file or folder of the finished download as the client sees it. Always set when `completed` or `seeding`. */
  readonly contentPath?: string;
  readonly savePath?: string;
  /**
   * What is wrong, even while the download continues (tracker errors): the client's own message as a string, or, since 1.8.0, a sentence of
   * the plugin.
   */
  readonly error?: Remark;
  /** The client's own name for the state. */
  readonly raw: string;
}

/** @since 1.0.0 */
export interface DownloadFile {
  /** Relative to the directory that holds `contentPath`. */
  readonly path: string;
  readonly size: number;
}

/**
 * Downloads what an indexer resolved.
 *
 * @since 1.0.0
 */
export interface DownloadClient {
  /** The protocols it supports. Core offers it nothing else. */
  readonly protocols: readonly Protocol[];
  /**
   * Idempotent: the same item added twice gives the same id, the second time with `alreadyThere`. Called once per grab,
   * again after a crash.
   */
  add(item: Downloadable, options: AddOptions): Promise<AddResult>;
  /** One call for many items. Answer for every requested id; an unknown one has the state `missing`. Polled every 2–60 s. */
  status(itemIds: readonly string[], call: Call): Promise<readonly DownloadStatus[]>;
  /**
   * Removes an item; removing an absent one succeeds. Never touches another item.
   *
   * `archive` (since 1.3.0): its book was imported, so a client with a history keeps the entry there, out of sight, if it
   * can. `status` says `missing` all the same, and `add` takes the same item again.
   */
  remove(itemId: string, call: Call & { readonly deleteData: boolean; readonly archive?: boolean }): Promise<void>;
  /** Stops the transfer and keeps its data; `status` then says `paused`. Not called by the server yet. Absent: not supported. */
  pause?(itemId: string, call: Call): Promise<void>;
  /** Continues after `pause`. Succeeds for an item that is not paused. Not called by the server yet. Absent: not supported. */
  resume?(itemId: string, call: Call): Promise<void>;
  /**
   * Lists the items with our category, including finished ones; an empty `category` means the one of the integration's
   * settings. Called to find an item again after a crash, and before one is removed. Absent: core knows items only by id.
   *
   * `everything` (since 1.3.0) asks for all items, whatever their category: data that another item shares are not deleted.
   */
  list?(call: Call & { readonly category: string; readonly everything?: boolean }): Promise<readonly DownloadStatus[]>;
  /**
   * Called once the book of a seeded item that we added is in the library, and again after a crash: the client puts the item
   * into the category for imported ones, if the settings name one. Its files stay where they are, it goes on seeding, and
   * `status` still finds it. An absent item succeeds. A call that fails is repeated for about half a day. Absent: there is
   * nothing to do. @since 1.3.0
   */
  imported?(itemId: string, call: Call): Promise<void>;
  /** The wanted files of an item. Not called by the server yet. `[]`: not known yet. */
  files?(itemId: string, call: Call): Promise<readonly DownloadFile[]>;
}
