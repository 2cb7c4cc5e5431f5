import { hasPostgres } from '../../platform/db/test-databases.js';
import { ApiError } from '../../platform/http/problem.js';
import { DUNE } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

export const INPUT = { asin: DUNE.asin, type: 'audiobook', origin: 'manual' } as const;
/** Another ASIN of {@link DUNE}'s recording. */
export const SIBLING = 'B0SIBLING1';

/** Returns how a call was refused, such as `409 duplicate`; `none` if it was not. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code}` : `not an ApiError: ${String(error)}`;
  }
}

/** A world for each test of a group, with three people and a book that has a sibling. */
export function useRequestService(dialect: 'sqlite' | 'postgres') {
  let world: RequestWorld;
  const paul = () => world.callerOf('paul');
  const chani = () => world.callerOf('chani');
  const admin = () => world.callerOf('admin');
  const trusted = (id = 'paul') =>
    world.callerOf(id, { permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true } });

  before(async function () {
    if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
  });
  beforeEach(async () => {
    world = await createRequestWorld(dialect);
    for (const id of ['paul', 'chani', 'admin']) await world.addUser(id);
    world.state.siblings.set(DUNE.asin, [SIBLING]);
    world.state.siblings.set(SIBLING, [DUNE.asin]);
    world.state.books.set(SIBLING, { ...DUNE, asin: SIBLING });
  });
  afterEach(async () => {
    await world?.remove();
  });

  /** Puts a book on Paul's ignore list. */
  const ignore = (asin: string) =>
    world.database.transaction((tx) =>
      tx.insert('ignored_audiobooks', { id: 'i1', userId: 'paul', asin, createdAt: world.now().toISOString() }),
    );
  const create = (caller = paul(), input: Partial<Parameters<typeof world.service.create>[1]> = {}) =>
    world.service.create(caller, { ...INPUT, ...input });

  return {
    get world(): RequestWorld {
      return world;
    },
    paul,
    chani,
    admin,
    trusted,
    ignore,
    create,
  };
}
