/** What one error code of the API says. */
export interface ErrorRow {
  /** The HTTP status. A code with several statuses lists the usual one first; a comment in its row says why there are more. */
  readonly status: number | readonly [number, number, ...number[]];
  /** What is wrong, told to the author of a client. */
  readonly meaning: string;
  /** What a client, or the person in front of it, can do. */
  readonly todo: string;
}
