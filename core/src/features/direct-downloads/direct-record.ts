import type { HttpFile } from '@lectern/plugin-api';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';

/** What is fetched; kept sealed. */
export interface DirectOrder {
  readonly files: readonly HttpFile[];
  /** Private places that may be reached: those of the source that named the files. */
  readonly privateHosts: readonly AllowedHost[];
}

/** How far a file is, as far as its length on disk does not say it. */
export interface FileProgress {
  /** Our own name for it. */
  readonly name: string;
  readonly done: boolean;
  /** Bytes of the whole file, once the server said so. */
  readonly total?: number;
  /** Entity tag or date by which the server recognises the same file. */
  readonly validator?: string;
}
