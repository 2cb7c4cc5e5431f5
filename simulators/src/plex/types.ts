/** A library of the simulated server. */
export interface PlexLibrary {
  readonly id: string;
  readonly title: string;
  /** Real directories with their names as the server shows them; `shown` is the real one by default. */
  readonly roots: readonly { readonly path: string; readonly shown?: string }[];
  /** Default `com.plexapp.agents.audnexus`. */
  readonly agent?: string;
  /** Default `artist`. */
  readonly type?: 'artist' | 'movie';
}

/** An account of the simulated plex.tv. */
export interface PlexTvAccount {
  readonly id: number;
  readonly uuid: string;
  /** Empty for a managed member of a Home, as `email` then is. */
  readonly username: string;
  readonly email: string;
  readonly title?: string;
  readonly confirmed?: boolean;
  /** Its access to the simulated server. */
  readonly access: 'owner' | 'shared' | 'none';
}

/** The behavior of the simulated server; all of it may be changed while it runs. */
export interface PlexBehavior {
  claimed: boolean;
  /** `xml`: whatever is asked for. */
  format: 'json' | 'xml';
  /** Puts a control character into every title. */
  controlCharacters: boolean;
  /** `off`: answers the whole list; `stuck`: always the first part. */
  paging: 'on' | 'off' | 'stuck';
  /** The method that starts a scan. */
  scanMethod: 'GET' | 'POST';
  allowsDeletion: boolean;
  /** Whether lists can be limited by time. */
  filtersByTime: boolean;
}

/** A file of an album, with the path the server shows. */
export interface PlexFile {
  readonly id: string;
  readonly shown: string;
  readonly size: number;
  readonly durationMs: number;
}

/** A book in the simulated server's library: an album. */
export interface PlexAlbum {
  readonly id: string;
  readonly libraryId: string;
  /** Real directory or file. */
  readonly path: string;
  readonly addedAt: number;
  updatedAt: number;
  title: string;
  artist: string;
  narrators: readonly string[];
  series?: { readonly name: string; readonly part?: string };
  asin?: string;
  coverPath?: string;
  files: readonly PlexFile[];
}
