/** Settings of one Pushover integration, after validation against `settings.schema.json`. */
export type PushoverSettings = {
  /** Secret of the application. */
  readonly token: string;
  /** Secret of a user or a group. */
  readonly userKey: string;
  /** Empty: all. */
  readonly devices: readonly string[];
  /** Empty: the user's own choice. */
  readonly sound: string;
  readonly showCover: boolean;
  /** Each −2 (lowest) to 2 (emergency). */
  readonly infoPriority: number;
  readonly successPriority: number;
  readonly warningPriority: number;
  readonly errorPriority: number;
  /** Seconds, 30 to 10,800; for emergencies. */
  readonly retrySeconds: number;
  /** Seconds, up to 10,800; for emergencies. */
  readonly expireSeconds: number;
  readonly apiUrl: string;
};
