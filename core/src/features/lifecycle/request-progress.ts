/** Live progress of a download or an import. */
export interface RequestProgress {
  /** 0 to 1. */
  readonly fraction: number;
  readonly bytesDone?: number;
  readonly bytesTotal?: number;
  readonly etaSeconds?: number;
  readonly downBps?: number;
  /** State of the download in its client. */
  readonly clientState?: string;
  readonly phase?: string;
}
