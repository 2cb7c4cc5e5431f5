/** Settings of one shelf, after validation against `settings.schema.json`. */
export type GoodreadsSettings = {
  /** An address of goodreads.com, or the number of the profile. */
  readonly profile: string;
  readonly shelf: string;
  /** Secret: opens the feed of a private shelf. */
  readonly feedKey?: string;
};
