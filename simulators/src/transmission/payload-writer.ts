import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metainfo } from './metainfo.js';

/** Writes a torrent's files bit by bit, in order, as a download would. */
export interface PayloadWriter {
  /** Writes about `bytes` more; resolves to how many were written. */
  advance(bytes: number): Promise<number>;
  /** Deletes the files it wrote, and nothing else. */
  erase(): Promise<void>;
  /** Closes open files; the files stay. */
  close(): Promise<void>;
}

interface OpenFile {
  readonly from: FileHandle;
  readonly to: FileHandle;
  readonly target: string;
  readonly size: number;
  done: number;
}

/** Suffix of files that are not complete yet, as the daemon's rename-partial-files has it. */
const PARTIAL = '.part';

const CHUNK = 256 * 1024;

/**
 * @param source the files to copy: a folder, or a file for a torrent of a single file
 * @param directory where the payload goes
 */
export function createPayloadWriter(metainfo: Metainfo, source: string, directory: string): PayloadWriter {
  const payload = join(directory, metainfo.name);
  const waiting = [...metainfo.files];
  const written: string[] = [];
  let current: OpenFile | undefined;
  let isClosed = false;
  let lastAdvance: Promise<unknown> = Promise.resolve();

  async function openNext(): Promise<OpenFile | undefined> {
    const file = waiting.shift();
    if (!file) return undefined;
    const target = metainfo.isFolder ? join(payload, file.path) : payload;
    await mkdir(dirname(target), { recursive: true });
    const from = await open(metainfo.isFolder ? join(source, file.path) : source, 'r');
    written.push(target);
    return { from, to: await open(target + PARTIAL, 'w'), target, size: file.size, done: 0 };
  }

  async function finish(file: OpenFile): Promise<void> {
    await Promise.all([file.from.close(), file.to.close()]);
    await rename(file.target + PARTIAL, file.target);
    current = undefined;
  }

  async function copySome(file: OpenFile, bytes: number): Promise<number> {
    const wanted = Math.min(CHUNK, bytes, file.size - file.done);
    const { bytesRead, buffer } = await file.from.read(Buffer.alloc(wanted), 0, wanted, file.done);
    if (bytesRead === 0) throw new Error(`${file.target}: the source is shorter than the torrent says`);
    await file.to.write(buffer, 0, bytesRead, file.done);
    file.done += bytesRead;
    return bytesRead;
  }

  async function write(bytes: number): Promise<number> {
    let total = 0;
    while (!isClosed) {
      current ??= await openNext();
      if (!current) return total;
      if (current.done >= current.size) await finish(current);
      else if (total < bytes) total += await copySome(current, bytes - total);
      else return total;
    }
    return total;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await lastAdvance.catch(() => undefined);
    if (!current) return;
    const { from, to } = current;
    current = undefined;
    await Promise.all([from.close(), to.close()]);
  }

  return {
    advance(bytes) {
      const advance = write(bytes);
      lastAdvance = advance;
      return advance;
    },
    close,
    async erase() {
      await close();
      await Promise.all(written.flatMap((path) => [rm(path, { force: true }), rm(path + PARTIAL, { force: true })]));
      if (!metainfo.isFolder) return;
      const folders = new Set([payload, ...written.map((path) => dirname(path))]);
      // Deepest first; a folder that holds something of somebody else's stays.
      for (const folder of [...folders].sort((a, b) => b.length - a.length)) await rmdir(folder).catch(() => undefined);
    },
  };
}
