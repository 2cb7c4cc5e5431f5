/** A file that a torrent or an NZB lists. */
export interface ListedFile {
  /** Its name without folders. */
  readonly name: string;
  /** In bytes, as stated. */
  readonly size: number;
  /** Its path leads out of the folder of the release or is a folder as well, or its length is none. Clients differ in what they make of that. */
  readonly isHostile?: true;
  /** It stands for all files of a torrent that says twice what they are. Clients differ in which they believe. */
  readonly isAmbiguous?: true;
}

/** The most files that are read; a longer list counts as unknown. */
export const MOST_FILES = 10_000;
