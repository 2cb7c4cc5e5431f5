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
 * Makes the file of a new database. The file gets its name only once it is a database. A process that dies earlier thus
 * leaves no empty file, so an empty file always means damage.
 */
export async function makeSqliteFile(driver: typeof sqlite3, file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  // nobody else may read it, whatever folder it is in; files that SQLite puts beside it get the same permissions
  await (await open(unfinished, 'wx', 0o600)).close();
  // this writes the first page
  await execute(driver, unfinished, 'PRAGMA journal_mode = WAL');
  await rename(unfinished, file);
}
