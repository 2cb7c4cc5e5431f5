/** One book of a feed, as text. Empty if the feed says nothing. */
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
  /** The reading shelf is sometimes missing. */
  readonly shelves: readonly string[];
}

/** A page of a shelf. */
export interface ShelfFeed {
  /** `<name>'s bookshelf: <shelf>` */
  readonly title: string;
  readonly items: readonly FeedItem[];
}
