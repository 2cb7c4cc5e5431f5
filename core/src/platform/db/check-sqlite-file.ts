import { open, stat } from 'node:fs/promises';
import type sqlite3 from 'sqlite3';

/** The database of the data directory cannot be trusted; the server does not start on it. */
class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';

  constructor(file: string, finding: string) {
    super(
      `The database ${file} is damaged: ${finding}\nNothing was changed. Keep a copy of the data directory, then put the newest backup in its place:\n  lectern restore <backup> --replace\nBackups are in the folder backups of the data directory, unless they were written elsewhere.`,
    );
  }
}

/** The first bytes of every SQLite database, https://www.sqlite.org/fileformat.html. */
const MAGIC = 'SQLite format 3\0';

/** Files up to this many bytes are checked completely at each start, which takes about a second for 250 MB. */
const CHECKED_WHOLE = 256 * 1024 * 1024;

function firstFinding(driver: typeof sqlite3, file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const connection: sqlite3.Database = new driver.Database(file, driver.OPEN_READWRITE, (failed) => {
      if (failed) return resolve(failed.message);
      connection.configure('busyTimeout', 5000);
      connection.all('PRAGMA quick_check(1)', (error: Error | null, rows: readonly { quick_check: string }[] | undefined) => {
        const found = error?.message ?? rows?.[0]?.quick_check;
        connection.close(() => resolve(found === 'ok' ? undefined : found));
      });
    });
  });
}

/**
 * Checks whether a database file can be trusted. A missing file can; an empty one cannot, because Lectern never leaves one
 * behind. Large files are not read to their end: a damaged page is found when it is read.
 *
 * @throws DamagedDatabaseError
 */
export async function checkSqliteFile(driver: typeof sqlite3, file: string): Promise<void> {
  const size = await stat(file).then(
    (info) => info.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (size === undefined) return;
  if (size === 0) throw new DamagedDatabaseError(file, 'it is empty. (To begin anew instead, delete it.)');
  const handle = await open(file, 'r');
  const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0).finally(() => handle.close());
  if (buffer.toString('latin1') !== MAGIC) throw new DamagedDatabaseError(file, 'it is no SQLite database.');
  if (size > CHECKED_WHOLE) return;
  const finding = await firstFinding(driver, file);
  if (finding !== undefined) throw new DamagedDatabaseError(file, finding);
}
