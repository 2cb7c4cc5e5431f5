import type { Release } from '@lectern/plugin-api';
import { textKey } from './text-key.js';

/**
 * Identifies a release for the blocklist: by its info-hash, for files by HTTP by the source's id (many have the same
 * name), or else by normalized title, size and indexer. It has no NUL, which PostgreSQL does not store.
 */
export function releaseKey(release: Release): string {
  return keyOf(release).replaceAll('\0', '');
}

function keyOf(release: Release): string {
  if (release.infoHash !== undefined) return `hash:${release.infoHash.toLowerCase()}`;
  if (release.protocol === 'http') return `http:${release.guid}|${release.indexer.id}`;
  return `text:${textKey(release.title) || release.title}|${release.size ?? 0}|${release.indexer.id}`;
}
