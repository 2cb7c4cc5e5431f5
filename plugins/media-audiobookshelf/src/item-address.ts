import { normalizeBaseUrl } from './base-url.js';
import type { AudiobookshelfSettings } from './settings.js';

/** The page of an item in Audiobookshelf's web client, with a place for the id. */
export function itemAddress({ baseUrl, publicUrl }: Pick<AudiobookshelfSettings, 'baseUrl' | 'publicUrl'>): string {
  const root = publicUrl === undefined ? normalizeBaseUrl(baseUrl) : normalizeBaseUrl(publicUrl, 'publicUrl');
  return `${root}/item/{itemId}`;
}
