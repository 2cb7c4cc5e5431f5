import { pino } from 'pino';
import type { Database } from '../db/index.js';
import { createTestDatabase, hasPostgres } from '../db/test-databases.js';
import { createEmbeddedJobQueue } from './embedded-job-queue.js';
import { jobQueueContract } from './job-queue-contract.js';
import type { Refusal } from './job-queue-contract-world.js';
import type { JobQueue } from './job-queue.js';

interface View {
  readonly database: Database;
  sever(): void;
  refuseWrites(how: Refusal | undefined): void;
}

/** A view of the database that can be cut, as if the process that holds it were gone, and that can refuse to save. */
function viewOf(database: Database): View {
  let severed = false;
  let refusal: Refusal | undefined;
  const alive = async () => {
    if (severed) await new Promise(() => undefined);
  };
  return {
    database: {
      ...database,
      read: {
        all: async (sql, params) => (await alive(), database.read.all(sql, params)),
        get: async (sql, params) => (await alive(), database.read.get(sql, params)),
        run: async (sql, params) => (await alive(), database.read.run(sql, params)),
      },
      async transaction(work) {
        await alive();
        const how = refusal;
        if (how?.when === 'before') throw how.error();
        const result = await database.transaction(work);
        if (how?.when === 'after') throw how.error();
        return result;
      },
    },
    sever: () => {
      severed = true;
    },
    refuseWrites: (how) => {
      refusal = how;
    },
  };
}

for (const [dialect, exclusive] of [
  ['sqlite', true],
  ['sqlite', false],
  ['postgres', false],
] as const) {
  describe(`embedded job queue on ${dialect}, ${exclusive ? 'alone' : 'beside others'}`, () => {
    jobQueueContract(async () => {
      if (dialect === 'postgres' && !(await hasPostgres())) return undefined;
      const test = await createTestDatabase(dialect);
      const views = new Map<JobQueue, View>();
      return {
        database: test.database,
        makeQueue() {
          const view = viewOf(test.database);
          const queue = createEmbeddedJobQueue({
            database: view.database,
            log: pino({ level: 'silent' }),
            exclusive,
            pollMs: 20,
            leaseMs: 300,
            timeScale: 0.001,
          });
          views.set(queue, view);
          return queue;
        },
        crash: async (queue) => views.get(queue)?.sever(),
        refuseWrites: (queue, how) => views.get(queue)?.refuseWrites(how),
        dispose: () => test.dispose(),
      };
    });
  });
}
