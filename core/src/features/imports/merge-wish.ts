import { isTrue } from '../../platform/db/index.js';
import { sentence } from '../../platform/words/index.js';
import { MergeStop } from '../../files/merging/merge-stop.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { Settings } from '../settings/settings.js';
import type { ImportDependencies } from './import-dependencies.js';

/** A merge that takes longer than this does not end on this machine, and the book can be had as it is. */
const MOST_MS = 6 * 3_600_000;
const LOOK_MS = 1000;

type Choice = Pick<Settings['library'], 'mergeChapters'>;

/** Whether the files of a request are to be merged. */
export function wantsMerge(request: Pick<RequestRow, 'type' | 'mergeChapters'>, library: Choice): boolean {
  if (request.type !== 'audiobook') return false;
  return request.mergeChapters === null ? library.mergeChapters : isTrue(request.mergeChapters);
}

/** Fires when nobody wants the merge any more, or when it takes too long. Another process may have taken the answer. */
export function watchWish(
  { requests, merging }: Pick<ImportDependencies, 'requests' | 'merging'>,
  { id }: Pick<RequestRow, 'id'>,
  library: Choice,
): { readonly signal: AbortSignal; stop(): void } {
  const wish = new AbortController();
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    const row = await requests.row(id).catch(() => undefined);
    isLooking = false;
    if (row && !wantsMerge(row, library)) wish.abort(new MergeStop('declined', sentence('import.declined')));
  };
  const timer = setInterval(() => {
    if (!isLooking) void look();
  }, merging?.lookMs ?? LOOK_MS);
  const tooLong = new MergeStop('failed', sentence('import.took_too_long'));
  // apart from the looks, one of which may never end
  const limit = setTimeout(() => wish.abort(tooLong), merging?.mostMs ?? MOST_MS);
  return {
    signal: wish.signal,
    stop() {
      clearInterval(timer);
      clearTimeout(limit);
    },
  };
}
