import { buildApp, loadConfig } from '@lectern/core';
import { sampleRows } from './sample-rows.js';

/** Fills the database of a fresh data directory: `seed <rows>`. */
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
await app.close();
process.send?.({ done: true });
