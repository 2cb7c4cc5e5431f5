/** What one error code of the API says. */
export interface ErrorRow {
  /** The HTTP status. A code with several names the usual one first, and says at its row why there are more. */
  readonly status: number | readonly [number, number, ...number[]];
  /** What is the matter, for who writes a client. */
  readonly meaning: string;
  /** What a client, or the person in front of it, can do. */
  readonly todo: string;
}
