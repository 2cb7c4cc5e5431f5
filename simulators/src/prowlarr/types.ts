/** An indexer inside the simulated Prowlarr. Members may be changed while the simulator runs. */
export interface DemoIndexer {
  id: number;
  name: string;
  /** Default `torrent`. */
  protocol?: 'torrent' | 'usenet';
  /** Default `private`. */
  privacy?: 'public' | 'semiPrivate' | 'private';
  /** Default true. */
  enable?: boolean;
  /** Default 25. */
  priority?: number;
  /** Default 3000, 3030, 7000, 7020. */
  categories?: readonly number[];
  /** Labels. */
  tags?: readonly string[];
  supportsSearch?: boolean;
  supportsRss?: boolean;
  /** Milliseconds before it answers a search or feed. */
  delayMs?: number;
  /** It fails: searches of it give `[]`, as in Prowlarr, and it enters a back-off until this time. */
  fails?: { readonly until: Date };
  /** The end of a back-off that began before the first question. */
  backedOffUntil?: Date;
}

/** The answer of a release's download link. */
export type DemoPayload =
  | { readonly torrent: Uint8Array }
  | { readonly magnet: string }
  /** 301 to another site. */
  | { readonly redirectTo: string }
  | { readonly nzb: Uint8Array | string }
  /** A sign-in page with status 200. */
  | { readonly html: string }
  /** A refusal in Prowlarr's XML form. */
  | { readonly status: number; readonly description: string; readonly retryAfter?: number };

/** A release the simulated Prowlarr can find. */
export interface DemoRelease {
  readonly title: string;
  /** Bytes; 0 is how Prowlarr writes "unknown". */
  readonly size: number;
  readonly protocol: 'torrent' | 'usenet';
  readonly indexerId: number;
  readonly payload: DemoPayload;
  /** Absent: unknown. */
  readonly seeders?: number;
  readonly leechers?: number;
  readonly grabs?: number;
  readonly infoHash?: string;
  /** Default: made of indexer and title. */
  readonly guid?: string;
  /** Default 3030. */
  readonly categories?: readonly number[];
  readonly flags?: readonly string[];
  /** ISO 8601. Default: the year Prowlarr gives unknown dates. */
  readonly publishedAt?: string;
}

/** Options of a simulated Prowlarr. */
export interface ProwlarrSimulatorOptions {
  /** Default `demo-prowlarr-key`. */
  readonly apiKey?: string;
  readonly indexers?: readonly DemoIndexer[];
  readonly releases?: readonly DemoRelease[];
  /** E.g. `/prowlarr`. */
  readonly urlBase?: string;
  /** The name in `/api/v1/system/status`. Default `Prowlarr`. */
  readonly appName?: string;
  readonly port?: number;
}
