import { access, open, rename, rm } from 'node:fs/promises';
import type sqlite3 from 'sqlite3';

function execute(driver: typeof sqlite3, file: string, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection: sqlite3.Database = new driver.Database(file, driver.OPEN_READWRITE, (failed) => {
      if (failed) return reject(failed);
      connection.exec(sql, (error) => connection.close(() => (error ? reject(error) : resolve())));
    });
  });
}

/**
 * Makes the file of a database that is not there yet. It gets its name once it is a database: a process that dies before
 * leaves no empty file, so an empty one is always damage.
 */
export async function makeSqliteFile(driver: typeof sqlite3, file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  // Nobody else may read it, in whatever folder it is; what SQLite puts beside it gets the same rights.
  await (await open(unfinished, 'wx', 0o600)).close();
  // That writes the first page.
  await execute(driver, unfinished, 'PRAGMA journal_mode = WAL');
  await rename(unfinished, file);
}
