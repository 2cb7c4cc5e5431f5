import { buildApp, loadConfig } from '@lectern/core';
import { sampleRows } from './sample-rows.js';

/** Fills a fresh database, that of the data directory or of `DATABASE_URL`: `seed <rows>`. */
const BATCH = 500;

const app = await buildApp(loadConfig(process.env));
const { database } = app.services;
for (const [table, rows] of sampleRows(Number(process.argv[2]))) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const tuple = `(${columns.map(() => '?').join(', ')})`;
  await database.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += BATCH) {
      const some = rows.slice(start, start + BATCH);
      await tx.run(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${some.map(() => tuple).join(', ')}`,
        some.flatMap((row) => columns.map((column) => row[column] ?? null)),
      );
    }
  });
}
// what a server in use has done for it within a minute; SQLite keeps no such statistics
if (database.dialect === 'postgres') await database.read.run('VACUUM (ANALYZE)');
await app.close();
process.send?.({ done: true });
