/** A file the simulated archive has. */
export interface ArchiveFile {
  readonly title: string;
  readonly author: string;
  /** Lower-case file type. */
  readonly format: string;
  readonly bytes: Buffer;
  /** ISO 639-1. Default `en`. */
  readonly language?: string;
  readonly year?: number;
  /** Default `Book (fiction)`. */
  readonly kind?: string;
  /** Bytes given out instead: an archive whose copy is broken. */
  readonly servedBytes?: Buffer;
}

/** An {@link ArchiveFile} under its checksum. */
export interface StoredFile extends ArchiveFile {
  readonly md5: string;
}

/** Faults of the archive. */
export type ArchiveTrouble =
  /** A page only browsers pass, until a solver was there. */
  | 'challenge'
  /** The domain is for sale. */
  | 'parked'
  /** Pages built in another way. */
  | 'layout-drift'
  /** No download is free for everybody. */
  | 'members-only'
  /** Too many downloads from this address. */
  | 'download-limit';
