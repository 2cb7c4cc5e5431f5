import { hasPostgres } from '../../platform/db/test-databases.js';
import { createShelfWorld, type ShelfWorld } from './shelf-world.spec.support.js';

/** Runs tests on SQLite and on PostgreSQL. Each test gets a new `made.world`. */
export function describeShelves(title: string, tests: (made: { readonly world: ShelfWorld }) => void): void {
  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`${title}, on ${dialect}`, () => {
      const made = {} as { world: ShelfWorld };

      before(async function () {
        if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
      });
      beforeEach(async () => {
        made.world = await createShelfWorld(dialect);
      });
      afterEach(() => made.world?.remove());

      tests(made);
    });
  }
}
