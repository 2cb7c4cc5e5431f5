/** A book of the demo world's catalogue. */
export interface DemoBook {
  /** Ten characters `[A-Z0-9]`. */
  readonly asin: string;
  readonly title: string;
  readonly subtitle?: string;
  /** `id` is the catalogue's id of the author. */
  readonly authors: readonly { readonly name: string; readonly id?: string }[];
  readonly narrators: readonly string[];
  readonly series?: readonly { readonly id: string; readonly name: string; readonly part?: string }[];
  /** Absent: unknown, as before a release. */
  readonly durationMinutes?: number;
  /** `YYYY-MM-DD`. */
  readonly releaseDate?: string;
  /** Days from the simulator's present; replaces `releaseDate` where a date has to stay recent or in the future. */
  readonly releaseInDays?: number;
  /** The English name in lower case, as the service writes it. Default `english`. */
  readonly language?: string;
  readonly publisher?: string;
  /** HTML. */
  readonly description?: string;
  /** Ids of {@link demoCategories}, the most specific ones. */
  readonly categories: readonly string[];
  readonly rating?: { readonly average: number; readonly count: number };
  /** `unabridged` unless given. */
  readonly formatType?: 'unabridged' | 'abridged' | 'original_recording';
  /** `MultiPartBook` unless given. */
  readonly deliveryType?: string;
  readonly adult?: boolean;
  /** False for a book without a picture. */
  readonly cover?: boolean;
  /** False for a book without a sample. */
  readonly sample?: boolean;
  /** The demo world makes real (short) audio files for it. */
  readonly playable?: boolean;
}

/** A node of the category tree. */
export interface DemoCategory {
  readonly id: string;
  readonly name: string;
  readonly children?: readonly DemoCategory[];
}

/** A person with a profile. */
export interface DemoAuthor {
  readonly id: string;
  readonly name: string;
  readonly bio?: string;
}
