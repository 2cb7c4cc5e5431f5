import type { ValidateFunction } from 'ajv';
import Type, { type Static } from 'typebox';
import { createAjv } from '../http/validation.js';
import { BackupError } from './backup-error.js';

export const FORMAT = 'lectern-backup';
/** The version of the archive layout. The migrations determine the schema of the tables. */
export const FORMAT_VERSION = 1;

export const MANIFEST_NAME = 'manifest.json';
/** The content of the server's key file, if it was requested. */
export const KEYS_NAME = 'keys.json';

const schema = Type.Object(
  {
    format: Type.Literal(FORMAT),
    version: Type.Literal(FORMAT_VERSION),
    /** The version of Lectern that made the backup. */
    lectern: Type.String({ maxLength: 50 }),
    createdAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    /** The kind of database that was backed up. The backup can be restored into either kind. */
    database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
    /** The migrations that had run, oldest first, as the version that ran them calls them: it must be able to restore what is backed up before an upgrade. */
    migrations: Type.Array(Type.String({ pattern: '^[A-Za-z0-9]{1,100}$' }), { minItems: 1, maxItems: 1000 }),
    tables: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' }),
          rows: Type.Integer({ minimum: 0 }),
          bytes: Type.Integer({ minimum: 0 }),
          sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 500 },
    ),
    /** Whether the backup includes the key file. */
    withKey: Type.Boolean(),
  },
  { additionalProperties: false },
);

/** The first file in a backup. It describes the rest. */
export type BackupManifest = Static<typeof schema>;
export type TablePart = BackupManifest['tables'][number];

/** Path of a table's rows in the archive: one JSON object per line. */
export function partName(table: string): string {
  return `tables/${table}.ndjson`;
}

let validate: ValidateFunction<Static<typeof schema>> | undefined;

/** @throws BackupError when it is not the manifest of a backup that this version can read */
export function parseBackupManifest(text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // reported below
  }
  const { format, version } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new BackupError('The file is not a backup of Lectern.');
  if (typeof version === 'number' && version > FORMAT_VERSION) {
    throw new BackupError(`The backup has the format ${version}; this version of Lectern reads up to ${FORMAT_VERSION}. Use a newer one.`);
  }
  // lazily, to keep starts fast
  validate ??= createAjv().compile<Static<typeof schema>>(schema);
  if (!validate(value)) throw new BackupError('The manifest of the backup is damaged.');
  return value;
}
