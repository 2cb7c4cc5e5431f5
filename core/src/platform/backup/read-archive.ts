import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { BackupError } from './backup-error.js';

/** A file in an archive. Its content must be read before the next one comes. */
export interface ArchivePart {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** The most bytes an archive may unpack to. */
const LARGEST = 64 * 1024 ** 3;
/** Bytes that programs append to an archive to fill a block. */
const MOST_PADDING = 1024 ** 2;
const DAMAGED = 'The file is not a complete backup: it is cut off, damaged, or something else.';
/** The first bytes of gzip and zstd. The parser would inflate such content again, without bounds. */
const COMPRESSED = [Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];

/** Settles like the promise, or rejects when the signal fires first. */
function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new BackupError(DAMAGED));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

/** The content of an entry. Throws when the archive turns out to be bad, because such an entry never ends. */
async function* contentOf(entry: ReadEntry, stop: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = entry[Symbol.asyncIterator]();
  for (;;) {
    const next = await orStopped(chunks.next(), stop);
    if (next.done === true) return;
    yield next.value;
  }
}

async function feed(path: string, parser: Parser, stop: AbortSignal): Promise<void> {
  const source = createReadStream(path, { signal: stop });
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let inflated = 0;
  const over = { at: Infinity };
  parser.once('eof', () => (over.at = inflated));
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      stop.throwIfAborted();
      if (inflated === 0 && COMPRESSED.some((magic) => chunk.subarray(0, magic.length).equals(magic))) throw new BackupError(DAMAGED);
      inflated += chunk.length;
      if (inflated > LARGEST) throw new BackupError(`Unpacked, the backup would be larger than ${LARGEST / 1024 ** 3} GB.`);
      if (inflated > over.at) {
        // the parser would collect it, and copy all of it at each write
        if (inflated - over.at > MOST_PADDING) throw new BackupError(DAMAGED);
        continue;
      }
      if (!parser.write(chunk)) await once(parser, 'drain', { signal: stop });
    }
    const ended = once(parser, 'end', { signal: stop });
    parser.end();
    await ended;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/**
 * Reads a `.tar.gz` part by part, in order, without writing anything to disk. If `visit` does not read the content of a
 * part, that content is skipped.
 *
 * @throws BackupError if it is not such an archive, is cut off, or contains links, folders or devices; whatever `visit` throws
 */
export async function readArchive(path: string, visit: (part: ArchivePart) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let failure: unknown;
  let visits = Promise.resolve();
  const fail = (error: unknown): void => {
    failure ??= error;
    stop.abort();
  };

  async function look(entry: ReadEntry): Promise<void> {
    if (failure !== undefined) return;
    if (entry.type !== 'File' && entry.type !== 'OldFile') throw new BackupError('The backup holds something that is not a plain file.');
    await visit({ name: entry.path, bytes: entry.size, content: contentOf(entry, stop.signal) });
  }

  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      visits = visits
        .then(() => look(entry))
        .catch(fail)
        .then(() => void entry.resume());
    },
  });
  // whoever waits for the parser throws its error, but it may come when nobody waits
  parser.on('error', (cause) => fail(new BackupError(DAMAGED, { cause })));
  try {
    await feed(path, parser, stop.signal);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') fail(new BackupError(`There is no file ${path}.`, { cause }));
    else fail(cause instanceof BackupError ? cause : new BackupError(DAMAGED, { cause }));
  }
  await visits;
  if (failure !== undefined) throw failure as Error;
}
