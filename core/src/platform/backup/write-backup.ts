import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, lstat, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { BackupError } from './backup-error.js';
import { FORMAT, FORMAT_VERSION, KEYS_NAME, MANIFEST_NAME, partName, type BackupManifest, type TablePart } from './backup-manifest.js';
import { LONGEST_LINE } from './rows.js';
import { openSnapshot, type DatabasePlace, type RawRow, type Snapshot } from './snapshot.js';
import { refuseUnknownMigrations, schemaAfter, type TableSchema } from './table-schema.js';

/** The database to back up, and the archive to write. */
export interface BackupOptions extends DatabasePlace {
  /** Must not exist. */
  readonly file: string;
  /** The version of Lectern. */
  readonly version: string;
  readonly now: () => Date;
  /** Tables whose rows are left out. */
  readonly leaveOut?: readonly string[];
  /** A key file to include. */
  readonly keyFile?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number; readonly table: string }) => void;
}

/** The result of a backup. */
export interface WrittenBackup {
  readonly manifest: BackupManifest;
  readonly rows: number;
}

const BATCH = 100;

/** All rows of a table in key order, in batches. */
async function* batchesOf(snapshot: Snapshot, { name, columns, primaryKey }: TableSchema): AsyncGenerator<RawRow[]> {
  const key = primaryKey.join(', ');
  const marks = primaryKey.map(() => '?').join(', ');
  const select = `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${name}`;
  let last: RawRow | undefined;
  for (;;) {
    const params = last === undefined ? [] : primaryKey.map((column) => last?.[column] as string | number);
    const where = last === undefined ? '' : ` WHERE (${key}) > (${marks})`;
    const rows = await snapshot.all(`${select}${where} ORDER BY ${key} LIMIT ${BATCH}`, params);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows[rows.length - 1];
  }
}

function lineOf(row: RawRow, table: TableSchema): string {
  const out: RawRow = {};
  for (const { name, kind } of table.columns) {
    const value = row[name];
    // SQLite has no booleans
    out[name] = kind === 'boolean' && typeof value === 'number' ? value !== 0 : value;
  }
  const line = `${JSON.stringify(out)}\n`;
  if (Buffer.byteLength(line) > LONGEST_LINE) throw new BackupError(`A row of ${table.name} is too large for a backup.`);
  return line;
}

async function writePart(snapshot: Snapshot, table: TableSchema, dir: string, signal?: AbortSignal): Promise<TablePart> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const batch of batchesOf(snapshot, table)) {
      signal?.throwIfAborted();
      const chunk = Buffer.from(batch.map((row) => lineOf(row, table)).join(''));
      rows += batch.length;
      bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), createWriteStream(join(dir, partName(table.name)), { mode: 0o600 }));
  return { name: table.name, rows, bytes, sha256: hash.digest('hex') };
}

async function writeParts(snapshot: Snapshot, dir: string, options: BackupOptions): Promise<TablePart[]> {
  const { leaveOut = [], onProgress, signal } = options;
  const tables = (await schemaAfter(snapshot.migrations)).filter(({ name }) => !leaveOut.includes(name));
  const parts: TablePart[] = [];
  for (const table of tables) {
    onProgress?.({ done: parts.length, total: tables.length, table: table.name });
    parts.push(await writePart(snapshot, table, dir, signal));
  }
  return parts;
}

/** Renames a file without ever replacing another one. File systems of memory sticks may not support links. */
async function place(from: string, file: string): Promise<void> {
  const taken = new BackupError(`${file} exists already.`);
  try {
    await link(from, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken;
    if (await lstat(file).catch(() => undefined)) throw taken;
    await rename(from, file);
  }
}

/** Packs the files. The archive gets its name only once all of it is on disk. */
async function pack(dir: string, names: readonly string[], file: string): Promise<void> {
  const packed = join(dir, 'backup.tar.gz');
  await create({ gzip: true, cwd: dir, file: packed, portable: true, strict: true, mode: 0o600 }, [...names]);
  const handle = await open(packed, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
  await place(packed, file);
}

/**
 * Writes all rows of the database into one compressed archive, mode 0600, that can be restored into SQLite and
 * PostgreSQL. It contains the state at one moment; the server keeps running. Rows are read in batches. While the
 * archive is made, the disk of `file` needs room for them uncompressed.
 *
 * @throws BackupError if there is nothing to back up, the database is newer than this program, or the file exists
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { file, version, now, keyFile } = options;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const snapshot = await openSnapshot(options);
  const createdAt = now().toISOString();
  // on the same file system, so that it can be renamed
  const dir = await mkdtemp(join(dirname(file), `.${basename(file)}-`));
  try {
    refuseUnknownMigrations(snapshot.migrations, 'The database');
    await mkdir(join(dir, 'tables'), { mode: 0o700 });
    const tables = await writeParts(snapshot, dir, options);
    const manifest: BackupManifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      lectern: version,
      createdAt,
      database: snapshot.dialect,
      migrations: [...snapshot.migrations],
      tables,
      withKey: keyFile !== undefined,
    };
    await writeFile(join(dir, MANIFEST_NAME), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    if (keyFile !== undefined) await writeFile(join(dir, KEYS_NAME), await readFile(keyFile), { mode: 0o600 });
    const names = [MANIFEST_NAME, ...(keyFile === undefined ? [] : [KEYS_NAME]), ...tables.map(({ name }) => partName(name))];
    options.signal?.throwIfAborted();
    await pack(dir, names, file);
    return { manifest, rows: tables.reduce((sum, table) => sum + table.rows, 0) };
  } finally {
    await snapshot.close();
    await rm(dir, { recursive: true, force: true });
  }
}
