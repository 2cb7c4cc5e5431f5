import type { Database } from '../../platform/db/index.js';
import type { HttpServerOptions } from '../../platform/http/http-server-options.js';
import type { OwnedResource } from '../../platform/http/route.js';

/** Finds a thing by id and owner. */
const OWNED: Readonly<Record<OwnedResource, string>> = {
  request: 'SELECT id FROM requests WHERE id = ? AND user_id = ?',
  shelf: 'SELECT id FROM shelves WHERE id = ? AND user_id = ?',
  session: 'SELECT id FROM refresh_sessions WHERE family_id = ? AND user_id = ? LIMIT 1',
  identity: 'SELECT id FROM user_identities WHERE id = ? AND user_id = ?',
  'API token': 'SELECT id FROM api_tokens WHERE id = ? AND user_id = ?',
  'ignored book': 'SELECT id FROM ignored_audiobooks WHERE id = ? AND user_id = ?',
  'followed series': 'SELECT id FROM watched_series WHERE id = ? AND user_id = ?',
  'followed author': 'SELECT id FROM watched_authors WHERE id = ? AND user_id = ?',
};

/** Finds a thing by id and subscriber. Things that are missing here have no subscribers. */
const SUBSCRIBED: Partial<Record<OwnedResource, string>> = {
  request: 'SELECT request_id FROM request_subscribers WHERE request_id = ? AND user_id = ?',
};

/** Looks up owners, for routes that declare ownership. */
export function createOwnership({ read }: Pick<Database, 'read'>): HttpServerOptions['owns'] {
  return async ({ userId }, resource, id, orSubscribes) => {
    if (await read.get(OWNED[resource], [id, userId])) return true;
    const subscribed = orSubscribes ? SUBSCRIBED[resource] : undefined;
    return subscribed !== undefined && (await read.get(subscribed, [id, userId])) !== undefined;
  };
}
