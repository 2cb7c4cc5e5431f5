import type { HttpFile } from '@lectern/plugin-api';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';

/** The files to fetch; stored sealed. */
export interface DirectOrder {
  readonly files: readonly HttpFile[];
  /** Private hosts that may be reached: those of the source that named the files. */
  readonly privateHosts: readonly AllowedHost[];
}

/** The progress of a file, in addition to its length on disk. */
export interface FileProgress {
  /** Our own name for the file. */
  readonly name: string;
  readonly done: boolean;
  /** Bytes of the whole file, once the server has said so. */
  readonly total?: number;
  /** Entity tag or date by which the server recognizes the same file. */
  readonly validator?: string;
}
