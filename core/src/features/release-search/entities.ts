import type { Release } from '@lectern/plugin-api';
import { defineEntity, id, json, key, text, time } from '../../platform/db/index.js';

/** A release that a person found by words of their own. */
export const FoundReleaseEntity = defineEntity('found_releases', {
  id: key(id()),
  /** The search that found it. Ids of later searches are greater. */
  searchId: id(),
  /** Whose it is; nobody else may request it. */
  userId: id(),
  words: text(),
  /** The indexer integration that resolves it. */
  integrationId: id(),
  release: json<Omit<Release, 'private'>>(),
  privateSealed: text(),
  expiresAt: time(),
});
