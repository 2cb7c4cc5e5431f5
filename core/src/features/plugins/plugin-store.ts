import { isTrue, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import { PluginEntity, type PluginOrigin } from './entities.js';

/** An installed version of a package. */
export interface InstalledVersion {
  readonly source: PluginOrigin;
  readonly version: string;
  /** Subresource integrity of its tarball. */
  readonly integrity: string;
}

/** The facts and decisions about a plugin. */
export interface PluginRecord {
  readonly id: string;
  readonly packageName: string;
  readonly enabled: boolean;
  /** Loads it although its range of the plugin API does not fit. */
  readonly ignoreCompatibility: boolean;
  /** Absent if it comes with Lectern. */
  readonly installed?: InstalledVersion;
  /** The version that a rollback restores. */
  readonly previous?: InstalledVersion;
  /** The last installation or update that failed. */
  readonly lastError?: { readonly message: string; readonly at: string };
  readonly installedAt: string;
  readonly updatedAt: string;
}

export type PluginChange = Partial<Pick<PluginRecord, 'enabled' | 'ignoreCompatibility'>>;

/** The table of plugins, with a copy in memory because the plugin host needs synchronous answers. */
export interface PluginStore {
  /** Reads the table. Before that, the store is empty. */
  load(): Promise<void>;
  get(id: string): PluginRecord | undefined;
  list(): readonly PluginRecord[];
  /** Inserts or replaces. The copy changes when the transaction commits. */
  save(tx: Tx, record: Omit<PluginRecord, 'updatedAt'>): Promise<void>;
  delete(tx: Tx, id: string): Promise<void>;
}

function versionOf(source: PluginOrigin | null, version: string | null, integrity: string | null): InstalledVersion | undefined {
  if (source === null || source === 'bundled' || version === null) return undefined;
  return { source, version, integrity: integrity ?? '' };
}

function toRecord(row: RowOf<typeof PluginEntity>): PluginRecord {
  const installed = versionOf(row.source, row.version, row.integrity);
  const previous = versionOf(row.previousSource, row.previousVersion, row.previousIntegrity);
  return {
    id: row.id,
    packageName: row.packageName,
    enabled: isTrue(row.enabled),
    ignoreCompatibility: isTrue(row.ignoreCompatibility),
    ...(installed ? { installed } : {}),
    ...(previous ? { previous } : {}),
    ...(row.lastError !== null && row.lastErrorAt !== null ? { lastError: { message: row.lastError, at: row.lastErrorAt } } : {}),
    installedAt: row.installedAt,
    updatedAt: row.updatedAt,
  };
}

/** Creates the store. */
export function createPluginStore({ database, now }: { readonly database: Database; readonly now: () => Date }): PluginStore {
  const records = new Map<string, PluginRecord>();

  return {
    async load() {
      const rows = await database.entities.find(PluginEntity, { order: { id: 'ASC' } });
      records.clear();
      for (const row of rows) records.set(row.id, toRecord(row));
    },
    get: (id) => records.get(id),
    list: () => [...records.values()],
    async save(tx, record) {
      const { installed, previous, lastError } = record;
      const row = {
        id: record.id,
        packageName: record.packageName,
        source: installed?.source ?? 'bundled',
        version: installed?.version ?? null,
        integrity: installed?.integrity ?? null,
        previousSource: previous?.source ?? null,
        previousVersion: previous?.version ?? null,
        previousIntegrity: previous?.integrity ?? null,
        enabled: record.enabled,
        ignoreCompatibility: record.ignoreCompatibility,
        lastError: lastError?.message ?? null,
        lastErrorAt: lastError?.at ?? null,
        installedAt: record.installedAt,
        updatedAt: now().toISOString(),
      };
      await tx.entities.delete(PluginEntity, { id: row.id });
      await tx.insert(PluginEntity, row);
      tx.afterCommit(() => records.set(row.id, toRecord(row)));
    },
    async delete(tx, id) {
      await tx.entities.delete(PluginEntity, { id });
      tx.afterCommit(() => records.delete(id));
    },
  };
}
