import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Said } from '../../platform/words/index.js';

/** A plugin that brought the server down. */
export interface CrashRecord {
  readonly pluginId: string;
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  /** The first line of the error, or what the plugin did. */
  readonly message: Said;
}

/** What is written down; by default it happened now. */
export type NewCrash = Omit<CrashRecord, 'at'> & Partial<Pick<CrashRecord, 'at'>>;

/** A plugin that must not start. */
export interface Quarantine {
  readonly pluginId: string;
  readonly since: string;
  readonly message: Said;
}

/**
 * Records which plugins crashed the server, and which must not start. They are in a file, because a crash leaves no
 * time for a database.
 */
export interface CrashRecords {
  /** Reads the file, and quarantines plugins that crashed too often. Called at the start. */
  load(): void;
  /** Writes synchronously. Never throws, because it runs while the process dies. */
  add(record: NewCrash): void;
  /** Quarantines a plugin at once, for faults that need no second occurrence. Writes synchronously. Never throws. */
  quarantine(record: Omit<CrashRecord, 'at'>): void;
  isQuarantined(pluginId: string): boolean;
  quarantineOf(pluginId: string): Quarantine | undefined;
  lastCrash(pluginId: string): CrashRecord | undefined;
  /** Forgets the crashes of a plugin. @returns false if it was not in quarantine */
  release(pluginId: string): boolean;
}

interface Stored {
  readonly crashes: readonly CrashRecord[];
  readonly quarantined: readonly Quarantine[];
}

const WINDOW_MS = 10 * 60_000;
const CRASHES = 2;
const KEPT = 50;
const LONGEST_MESSAGE = 500;

function isStored(value: unknown): value is Stored {
  const { crashes, quarantined } = (value ?? {}) as Partial<Stored>;
  return Array.isArray(crashes) && Array.isArray(quarantined);
}

function crashedTooOften(crashes: readonly CrashRecord[]): boolean {
  const times = crashes.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  return times.some((time, index) => (times[index + CRASHES - 1] ?? Infinity) - time <= WINDOW_MS);
}

/** Opens the records of a data directory. */
export function createCrashRecords({ dataDir, now }: { readonly dataDir: string; readonly now: () => Date }): CrashRecords {
  const path = join(dataDir, 'plugin-crashes.json');
  let stored: Stored = { crashes: [], quarantined: [] };

  function read(): void {
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
      if (isStored(value)) stored = value;
    } catch {
      // none yet, or damaged by the very crash it records; starting matters more
    }
  }

  function write(next: Stored): void {
    stored = next;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify(next, null, 2), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }

  const of = (pluginId: string): CrashRecord[] => stored.crashes.filter((crash) => crash.pluginId === pluginId);
  const quarantineOf = (pluginId: string): Quarantine | undefined => stored.quarantined.find((one) => one.pluginId === pluginId);

  function put({ pluginId, version, message, at = now().toISOString() }: NewCrash, isQuarantine: boolean): void {
    const text = typeof message === 'string' ? (message.split('\n', 1)[0]?.slice(0, LONGEST_MESSAGE) ?? '') : message;
    try {
      // another process may have released the plugin meanwhile
      read();
      const others = stored.quarantined.filter((one) => one.pluginId !== pluginId);
      const quarantined = isQuarantine ? [...others, { pluginId, since: at, message: text }] : stored.quarantined;
      write({ crashes: [...stored.crashes, { pluginId, version, at, message: text }].slice(-KEPT), quarantined });
    } catch {
      // a full disk must not hide the error that is being reported
    }
  }

  return {
    quarantineOf,
    isQuarantined: (pluginId) => quarantineOf(pluginId) !== undefined,
    lastCrash: (pluginId) => of(pluginId).at(-1),
    load() {
      read();
      const ids = new Set(stored.crashes.map(({ pluginId }) => pluginId));
      const added = [...ids].filter((id) => !quarantineOf(id) && crashedTooOften(of(id)));
      if (added.length === 0) return;
      const since = now().toISOString();
      const quarantined = added.map((pluginId) => ({ pluginId, since, message: of(pluginId).at(-1)?.message ?? '' }));
      write({ ...stored, quarantined: [...stored.quarantined, ...quarantined] });
    },
    add: (record) => put(record, false),
    quarantine: (record) => put(record, true),
    release(pluginId) {
      read();
      const was = quarantineOf(pluginId) !== undefined;
      const without = <T extends { readonly pluginId: string }>(list: readonly T[]) => list.filter((one) => one.pluginId !== pluginId);
      write({ crashes: without(stored.crashes), quarantined: without(stored.quarantined) });
      return was;
    },
  };
}
