import { createHash } from 'node:crypto';
import { MARK_PARAMETER } from './nzb-mark.js';

/** The parts of our ids. */
export interface ItemId {
  readonly nzbId: number;
  readonly mark: string;
}

interface Identified {
  readonly nzbId: number;
  readonly filename: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Our mark, or one computed from the file name if others added the download. */
function markOn({ parameters, filename }: Identified): string {
  return parameters.get(MARK_PARAMETER) ?? `x${createHash('sha1').update(filename).digest('hex').slice(0, 12)}`;
}

/**
 * The id of a download: NZBGet's number and a mark, because NZBGet reuses the numbers of deleted downloads after a
 * restart.
 */
export function itemIdOf(item: Identified): string {
  return `${item.nzbId}-${markOn(item)}`;
}

/** `undefined` if the text is not one of our ids. */
export function parseItemId(itemId: string): ItemId | undefined {
  const match = /^([1-9]\d{0,9})-(x?[0-9a-f]{12})$/.exec(itemId);
  return match ? { nzbId: Number(match[1]), mark: match[2] ?? '' } : undefined;
}
