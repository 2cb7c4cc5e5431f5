import { queryOptions, skipToken } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { RequestType } from '../types.js';

/** The book for which somebody wants to know what would be taken. */
export interface PreviewWish {
  readonly asin: string;
  readonly region: string;
  readonly type: RequestType;
  readonly anyReading: boolean;
  /** A new one for each search, by which the progress of this one is known. */
  readonly previewId: string;
}

/** A name for one search. */
export function newPreviewId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Searches when it is first used, never again by itself, and stops when nobody shows it any more. */
export const previewQuery = ({ asin, ...body }: PreviewWish) =>
  queryOptions({
    queryKey: queryKeys.preview(body.previewId),
    queryFn: ({ signal }) => answer(api.POST('/api/audiobooks/{asin}/preview', { params: { path: { asin } }, body, signal })),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });

/** How many sources have answered, as live events tell. */
export const previewProgressQuery = (previewId: string) =>
  queryOptions<{ done: number; total: number }>({ queryKey: queryKeys.previewProgress(previewId), queryFn: skipToken });
