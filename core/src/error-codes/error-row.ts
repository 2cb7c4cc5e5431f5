/** The meaning of one error code of the API. */
export interface ErrorRow {
  /** The HTTP status. A code with several statuses lists the usual one first; a comment in its row says why there are more. */
  readonly status: number | readonly [number, number, ...number[]];
  /** The fault, told to the author of a client. */
  readonly meaning: string;
  /** The advice to a client, or to the person in front of it. */
  readonly todo: string;
}
