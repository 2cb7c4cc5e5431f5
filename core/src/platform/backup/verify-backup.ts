import { createHash } from 'node:crypto';
import { BackupError } from './backup-error.js';
import { KEYS_NAME, MANIFEST_NAME, parseBackupManifest, partName, type BackupManifest, type TablePart } from './backup-manifest.js';
import { readArchive, type ArchivePart } from './read-archive.js';
import { linesOf, parseRow } from './rows.js';
import { refuseUnknownMigrations, schemaAfter, type TableSchema } from './table-schema.js';
import type { SqlValue } from '../db/sql.js';

const LONGEST_SMALL_PART = 1024 * 1024;

/** A backup that was read from beginning to end and is sound. */
export interface VerifiedBackup {
  readonly file: string;
  readonly manifest: BackupManifest;
  readonly schema: readonly TableSchema[];
  /** Content of the key file, if included. A secret. */
  readonly keys?: string;
}

async function textOf({ name, bytes, content }: ArchivePart): Promise<string> {
  if (bytes > LONGEST_SMALL_PART) throw new BackupError(`${name} in the backup is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function* hashed(content: AsyncIterable<Buffer>, hash: { update(chunk: Buffer): unknown }): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The rows of a part. @throws BackupError at the end if it does not match the manifest */
async function* rowsOf(
  { bytes, content }: ArchivePart,
  part: TablePart,
  table: TableSchema,
  strictLengths: boolean,
): AsyncGenerator<SqlValue[]> {
  const hash = createHash('sha256');
  let rows = 0;
  if (bytes !== part.bytes) throw new BackupError(`The part of ${part.name} is not what the manifest says.`);
  for await (const line of linesOf(hashed(content, hash))) {
    rows += 1;
    yield parseRow(line, table, strictLengths);
  }
  if (rows !== part.rows || hash.digest('hex') !== part.sha256) {
    throw new BackupError(`The part of ${part.name} is not what the manifest says.`);
  }
}

/** Receives the rows of each table in turn. */
export type TableVisit = (table: TableSchema, rows: AsyncIterable<SqlValue[]>) => Promise<void>;

async function walk(file: string, strictLengths: boolean, visit: TableVisit): Promise<VerifiedBackup> {
  let manifest: BackupManifest | undefined;
  let schema: readonly TableSchema[] = [];
  let keys: string | undefined;
  const missing = new Map<string, { part: TablePart; table: TableSchema }>();

  async function begin(text: string): Promise<void> {
    manifest = parseBackupManifest(text);
    refuseUnknownMigrations(manifest.migrations, 'The backup');
    schema = await schemaAfter(manifest.migrations);
    for (const part of manifest.tables) {
      const table = schema.find(({ name }) => name === part.name);
      if (!table || missing.has(partName(part.name))) throw new BackupError(`The backup holds a table that is not known: ${part.name}.`);
      missing.set(partName(part.name), { part, table });
    }
  }

  await readArchive(file, async (entry) => {
    if (!manifest) {
      if (entry.name !== MANIFEST_NAME) throw new BackupError('The file is not a backup of Lectern.');
      return begin(await textOf(entry));
    }
    if (entry.name === KEYS_NAME && manifest.withKey && keys === undefined) {
      keys = await textOf(entry);
      return;
    }
    const expected = missing.get(entry.name);
    if (!expected) throw new BackupError('The backup holds a file that does not belong into it.');
    missing.delete(entry.name);
    await visit(expected.table, rowsOf(entry, expected.part, expected.table, strictLengths));
  });
  if (!manifest || missing.size > 0 || manifest.withKey !== (keys !== undefined)) {
    throw new BackupError('The backup is not complete: a part of it is missing.');
  }
  return { file, manifest, schema, ...(keys === undefined ? {} : { keys }) };
}

/**
 * Reads a backup to its end and trusts nothing in it: format, version, names, sizes, checksums and every row.
 *
 * @param strictLengths whether it will be restored into PostgreSQL
 * @throws BackupError saying what is wrong
 */
export function verifyBackup(file: string, strictLengths: boolean): Promise<VerifiedBackup> {
  return walk(file, strictLengths, async (_table, rows) => {
    for await (const row of rows) void row;
  });
}

/** Reads a verified backup again, table by table. @throws BackupError if the file has changed since */
export async function readBackup({ file, manifest }: VerifiedBackup, strictLengths: boolean, visit: TableVisit): Promise<void> {
  const again = await walk(file, strictLengths, visit);
  if (JSON.stringify(again.manifest) !== JSON.stringify(manifest)) throw new BackupError('The file was changed while it was read.');
}
