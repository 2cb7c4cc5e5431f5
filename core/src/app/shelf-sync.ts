import { createMappingStore, createShelfBooks, type ShelfJobDeps } from '../features/shelves/index.js';
import { effectivePermissions } from '../features/users/index.js';
import type { Caller } from '../platform/http/route.js';
import type { Cradle } from './cradle.js';

/** Type of the live event of a shelf that changed. */
const SHELF_UPDATED = 'shelf.updated';

/** A user in whose name the server asks for books; `undefined` for one who may not sign in. */
async function callerOf({ users, settings }: Cradle, userId: string): Promise<Caller | undefined> {
  const user = await users.get(userId);
  if (user?.state !== 'active') return undefined;
  const { username, displayName, role } = user;
  return { userId, username, displayName, role, permissions: effectivePermissions(user, await settings.get()), via: 'bearer' };
}

/** What the sync of shelves works with. */
export function shelfSync(c: Cradle): ShelfJobDeps {
  return {
    database: c.database,
    store: c.shelfStore,
    books: createShelfBooks(c),
    mappings: createMappingStore(c),
    catalog: c.catalog,
    requests: c.requests,
    availabilityOf: (asins, format) => c.library.availabilityOf(asins, format),
    host: c.host,
    jobs: c.jobs,
    callerOf: (userId) => callerOf(c, userId),
    onChange: ({ id, userId }) =>
      c.events.publish({ type: SHELF_UPDATED, data: { shelfId: id }, audience: { users: [userId], andAdmins: false } }),
    redact: (text) => c.redactor.redact(text),
    log: c.log,
    now: c.now,
    timeScale: c.timeScale,
  };
}
