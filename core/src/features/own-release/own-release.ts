import type { Downloadable, Protocol } from '@lectern/plugin-api';
import type { Sentence } from '../../platform/words/index.js';
import { ApiError } from '../../platform/http/problem.js';

/** The most bytes of a .torrent; those of the largest audiobooks have a tenth. */
export const LARGEST_TORRENT = 10 * 1024 * 1024;
/** The most bytes of an .nzb, which then names some 50 GB; the files of a larger one are not read before a grab. */
export const LARGEST_NZB = 8 * 1024 * 1024;

/** What a client of a release that a person brings takes. */
export type OwnItem = Exclude<Downloadable, { kind: 'http' }>;

/** A release that a person brings, as its text or file says. */
export interface OwnRelease {
  readonly item: OwnItem;
  /** What its name says, by which it is judged. */
  readonly title: string;
  /** In bytes; absent where nothing says so. */
  readonly size?: number;
  readonly fileCount?: number;
}

export function protocolOf({ kind }: OwnItem): Protocol {
  return kind === 'nzb' ? 'usenet' : 'torrent';
}

/** The refusal of a text or a file that is no release, or none that can be taken. */
export function unfit(said: Sentence): ApiError {
  return new ApiError('unfit_release', said);
}
