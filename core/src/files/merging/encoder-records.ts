import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { killGroup } from '../checking/process-group.js';
import { errorCode, toFileError } from '../file-error.js';
import { processStart, processWith } from './process-identity.js';

/** The variable that marks our encoders, for the moment between their start and the note of their number. */
const MARK = 'LECTERN_ENCODER';
/** Longer than any merge. A container gets another name with each update, and nobody else removes what it noted under the last one. */
const MOST_AGE_MS = 24 * 3_600_000;
/** A server that starts waits no longer than this for an encoder to end. */
const MOST_END_MS = 10_000;

interface Identity {
  readonly pid: number;
  /** See `processStart`. */
  readonly start: string;
}

/** What is noted of an encoder while it runs. */
interface EncoderRecord {
  readonly token: string;
  readonly host: string;
  readonly server: Identity;
  /** Absent until it was started. */
  readonly encoder?: Identity;
}

/** The note of one encoder. */
export interface EncoderNote {
  /** To be added to its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Call it right after the start. */
  started(pid: number): void;
  /** Call it when the encoder has ended. */
  remove(): void;
}

/** Written at once, because a server that is killed has no later. A few hundred bytes, twice a merge. @throws FileError */
function write(folder: string, record: EncoderRecord): void {
  const path = join(folder, `${record.token}.json`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.tmp`, JSON.stringify(record));
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    rmSync(`${path}.tmp`, { force: true });
    throw toFileError(error, 'note_merge', folder);
  }
}

/**
 * Notes that an encoder is about to start, so that it can be found and ended if this server is killed.
 *
 * @param folder in the data directory; made if it is not there
 * @throws FileError if it cannot be noted, as does `started`; nobody would end an encoder that is not noted
 */
export function noteEncoder(folder: string): EncoderNote {
  const token = randomBytes(16).toString('hex');
  const server = { pid: process.pid, start: processStart(process.pid) ?? '' };
  const record: EncoderRecord = { token, host: hostname(), server };
  write(folder, record);
  return {
    environment: { [MARK]: token },
    started(pid) {
      const start = processStart(pid);
      if (start !== undefined) write(folder, { ...record, encoder: { pid, start } });
    },
    remove: () => rmSync(join(folder, `${token}.json`), { force: true }),
  };
}

function read(path: string): EncoderRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as EncoderRecord;
  } catch {
    // cut off by a crash: then nothing had been started yet
    return undefined;
  }
}

function isAlive({ pid, start }: Identity): boolean {
  return processStart(pid) === start;
}

/** Whether something was noted so long ago that its encoder has ended, wherever it ran. */
function isOutdated(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > MOST_AGE_MS;
}

/** The encoder of a record, if it still runs. A process that got its number since is not it. */
function orphanOf({ encoder, token }: EncoderRecord): Identity | undefined {
  if (encoder) return isAlive(encoder) ? encoder : undefined;
  const pid = processWith(`${MARK}=${token}`);
  const start = pid === undefined ? undefined : processStart(pid);
  return pid === undefined || start === undefined ? undefined : { pid, start };
}

/** Ends a process. @returns whether it was gone within so many milliseconds: one that waits for a share that is away is not */
async function end(orphan: Identity, mostMs: number): Promise<boolean> {
  try {
    killGroup(orphan.pid);
  } catch (error) {
    // it has ended by itself; or it is not ours to end, and then the answer is another
    return errorCode(error) === 'ESRCH';
  }
  const until = performance.now() + mostMs;
  while (isAlive(orphan)) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Ends encoders whose server was killed, and waits until they are gone, since they write into folders that are removed next. Encoders of
 * servers that still run, and of other machines that share the data directory, are left alone; what those noted is forgotten after a day. The
 * note of one that cannot be ended stays for the next start.
 *
 * @param mostMs milliseconds that one encoder may take to end
 * @returns the numbers of the processes that were ended
 */
export async function endOrphans(folder: string, mostMs = MOST_END_MS): Promise<number[]> {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const ended: number[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const record = name.endsWith('.json') ? read(path) : undefined;
    const isHere = record?.host === hostname();
    if (record && !isHere && !isOutdated(path)) continue;
    if (record && isHere && isAlive(record.server)) continue;
    const orphan = isHere ? orphanOf(record) : undefined;
    if (orphan) {
      if (!(await end(orphan, mostMs))) continue;
      ended.push(orphan.pid);
    }
    rmSync(path, { force: true });
  }
  return ended;
}
