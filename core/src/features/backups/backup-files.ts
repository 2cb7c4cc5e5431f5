import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBackup, type WrittenBackup } from '../../platform/backup/index.js';

/** The reason for a backup. */
export type BackupKind = 'daily' | 'manual' | 'before-upgrade';

/** A backup in the data directory. */
export interface BackupFile {
  readonly name: string;
  readonly kind: BackupKind;
  readonly createdAt: string;
  readonly bytes: number;
}

const NAME = /^lectern-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(daily|manual|before-upgrade)\.tar\.gz$/;

const ABANDONED_MS = 86_400_000;

/** The pattern of such names, for validation. */
export const BACKUP_NAME_PATTERN = NAME.source;

/**
 * Tables that are not worth backing up: a restore ends sessions, with the notifications of their devices, and one-time links, and rate limits,
 * ticks of schedules and found releases have expired by then.
 */
const LEFT_OUT = ['refresh_sessions', 'login_tokens', 'decision_links', 'job_ticks', 'rate_limits', 'found_releases', 'web_push_devices'];

export interface BackupFilesDeps {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** The version of Lectern. */
  readonly version: string;
  readonly now: () => Date;
}

/** The folder of backups, `<data>/backups`. */
export interface BackupFiles {
  /** Newest first. */
  list(): Promise<BackupFile[]>;
  create(kind: BackupKind, options?: CreateOptions): Promise<WrittenBackup & { readonly file: string; readonly name: string }>;
  /** @returns the file with its path; `undefined` if it is not a backup in this folder */
  find(name: string): Promise<(BackupFile & { readonly path: string }) | undefined>;
  /** @returns false if it does not exist */
  remove(name: string): Promise<boolean>;
  /** Deletes all daily backups except the newest. @returns how many were deleted */
  keepNewest(count: number): Promise<number>;
}

export interface CreateOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: Parameters<typeof writeBackup>[0]['onProgress'];
  /** Path to use instead of the folder. */
  readonly file?: string;
  readonly keyFile?: string;
}

function parseName(name: string): Pick<BackupFile, 'name' | 'kind' | 'createdAt'> | undefined {
  const [, year, month, day, hour, minute, second, ms, kind] = NAME.exec(name) ?? [];
  if (kind === undefined) return undefined;
  return { name, kind: kind as BackupKind, createdAt: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` };
}

export function createBackupFiles({ dataDir, databaseUrl, version, now }: BackupFilesDeps): BackupFiles {
  const folder = join(dataDir, 'backups');

  async function find(name: string): Promise<(BackupFile & { readonly path: string }) | undefined> {
    const parsed = parseName(name);
    if (!parsed) return undefined;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    return stats?.isFile() ? { ...parsed, bytes: stats.size, path } : undefined;
  }

  async function list(): Promise<BackupFile[]> {
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(names.map(find));
    return found
      .filter((file) => file !== undefined)
      .map(({ path: _, ...file }) => file)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  async function remove(name: string): Promise<boolean> {
    const found = await find(name);
    if (found) await rm(found.path, { force: true });
    return found !== undefined;
  }

  /** Removes leftovers of backups that a crash interrupted. Recent ones may still be in progress. */
  async function sweep(): Promise<void> {
    for (const name of await readdir(folder)) {
      if (!name.startsWith('.lectern-')) continue;
      const path = join(folder, name);
      const age = now().getTime() - (await stat(path)).mtimeMs;
      if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
  }

  return {
    list,
    find,
    remove,
    async create(kind, { file: elsewhere, ...options } = {}) {
      const name = `lectern-${now().toISOString().replaceAll(/[-:.]/g, '')}-${kind}.tar.gz`;
      const file = elsewhere ?? join(folder, name);
      if (elsewhere === undefined) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await sweep();
      }
      return { ...(await writeBackup({ dataDir, databaseUrl, version, now, leaveOut: LEFT_OUT, file, ...options })), file, name };
    },
    async keepNewest(count) {
      const surplus = (await list()).filter(({ kind }) => kind === 'daily').slice(count);
      for (const { name } of surplus) await remove(name);
      return surplus.length;
    },
  };
}
