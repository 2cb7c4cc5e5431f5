/** One book of a feed, as text. Empty where the feed says nothing. */
export interface FeedItem {
  /** Identifies an edition; two editions of one work differ. */
  readonly bookId: string;
  /** May end in `(Series, #1)`. */
  readonly title: string;
  /** The first author only. */
  readonly author: string;
  /** ISBN-10. */
  readonly isbn: string;
  readonly imageUrl: string;
  /** RFC 822. */
  readonly addedAt: string;
  /** The shelf of reading is left out now and then. */
  readonly shelves: readonly string[];
}

/** A page of a shelf. */
export interface ShelfFeed {
  /** `<name>'s bookshelf: <shelf>` */
  readonly title: string;
  readonly items: readonly FeedItem[];
}
