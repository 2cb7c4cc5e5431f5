import type { Release } from '@lectern/plugin-api';
import { textKey } from './text-key.js';

/** Identifies a release for the blocklist: its info-hash, else normalised title, size and indexer. */
export function releaseKey(release: Release): string {
  if (release.infoHash !== undefined) return `hash:${release.infoHash.toLowerCase()}`;
  return `text:${textKey(release.title) || release.title}|${release.size ?? 0}|${release.indexer.id}`;
}
