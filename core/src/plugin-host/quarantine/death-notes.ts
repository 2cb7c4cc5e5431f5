import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { listenToSections, type SectionOwner } from '../sections/sections.js';

/** The death of a process while the code of a plugin held its thread. */
export interface DeathNote {
  readonly pluginId: string;
  /** ISO 8601: when that code was entered. */
  readonly at: string;
}

export interface KeptNote {
  /** The file; another thread that ends the process on purpose removes it first. */
  readonly path: string;
  /** Ends the note, before an orderly end of the process. */
  close(): void;
}

const END = Uint8Array.of(0);
// each process has a note of its own, since several may share a data directory
const folderOf = (dataDir: string): string => join(dataDir, 'plugins-at-work');
const HOST = encodeURIComponent(hostname());

/**
 * Writes down which plugin holds the thread, at every change and to a file, which is left behind when the process dies without a word:
 * out of memory, or by a signal. It stays in the memory of the system, so that writing takes microseconds. While a plugin only waits
 * for something, nobody is written down.
 */
export function keepDeathNote(dataDir: string): KeptNote {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${HOST}.${process.pid}`);
  const file = openSync(path, 'w', 0o600);
  let written: SectionOwner | undefined;
  const stop = listenToSections((holder) => {
    if (holder === written) return;
    written = holder;
    try {
      if (holder) writeSync(file, Buffer.concat([holder.bytes, END]), 0, undefined, 0);
      else writeSync(file, END, 0, 1, 0);
    } catch {
      // a full disk must not end what runs
    }
  });
  function close(): void {
    stop();
    process.off('exit', close);
    rmSync(path, { force: true });
    closeSync(file);
  }
  // whoever calls process.exit says so
  process.on('exit', close);
  return { path, close };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process of a note is over. In a container every server has the same id, and its notes are those of dead ones. */
function isOver(name: string, isAlone: boolean): boolean {
  const dot = name.lastIndexOf('.');
  const pid = Number(name.slice(dot + 1));
  return name.slice(0, dot) === HOST ? pid === process.pid || !isAlive(pid) : isAlone;
}

/**
 * Reads and removes what dead processes left behind. Called at the start, before plugins are loaded and before this process keeps a note.
 *
 * @param isAlone whether no other process may use the data directory, wherever it runs
 */
export function takeDeathNotes(dataDir: string, isAlone: boolean): DeathNote[] {
  const folder = folderOf(dataDir);
  try {
    return readdirSync(folder)
      .filter((name) => isOver(name, isAlone))
      .flatMap((name) => {
        const path = join(folder, name);
        const [pluginId = ''] = readFileSync(path, 'utf8').split('\0', 1);
        const at = statSync(path).mtime.toISOString();
        rmSync(path, { force: true });
        return pluginId === '' ? [] : [{ pluginId, at }];
      });
  } catch {
    // there are none, or they cannot be read; starting matters more
    return [];
  }
}
