import { pino } from 'pino';
import type { Database } from '../db/index.js';
import { createTestDatabase, hasPostgres } from '../db/test-databases.js';
import { createEmbeddedJobQueue } from './embedded-job-queue.js';
import { jobQueueContract } from './job-queue-contract.js';
import type { JobQueue } from './job-queue.js';

/** A view of the database that can be cut, as if the process that holds it were gone. */
function severable(database: Database): { database: Database; sever: () => void } {
  let severed = false;
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
      transaction: async (work) => (await alive(), database.transaction(work)),
    },
    sever: () => {
      severed = true;
    },
  };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`embedded job queue on ${dialect}`, () => {
    jobQueueContract(async () => {
      if (dialect === 'postgres' && !(await hasPostgres())) return undefined;
      const test = await createTestDatabase(dialect);
      const severs = new Map<JobQueue, () => void>();
      return {
        database: test.database,
        makeQueue() {
          const view = severable(test.database);
          const queue = createEmbeddedJobQueue({
            database: view.database,
            log: pino({ level: 'silent' }),
            exclusive: false,
            pollMs: 20,
            leaseMs: 300,
          });
          severs.set(queue, view.sever);
          return queue;
        },
        async crash(queue) {
          severs.get(queue)?.();
        },
        dispose: () => test.dispose(),
      };
    });
  });
}
