import { fromFd, type Entry, type ZipFile } from 'yauzl';

/** More entries than any book has. */
const MOST_ENTRIES = 50_000;
const CONTAINER = 'META-INF/container.xml';

/** Whether the system did not give the file; what is wrong in a file is told by an error without a call of the system. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function open(fd: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(fd, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

/**
 * Whether an open file is a complete EPUB: a zip whose directory, at its end, can be read and names the container
 * document. One that was cut off has no directory.
 *
 * @throws the fault of the system when it cannot be read
 */
export async function isCompleteEpub(fd: number): Promise<boolean> {
  const zip = await open(fd).catch((error: unknown) => {
    if (isOfSystem(error)) throw error;
    return undefined;
  });
  if (!zip || zip.entryCount > MOST_ENTRIES) return false;
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => (isOfSystem(error) ? reject(error) : resolve(false)));
    zip.on('end', () => resolve(false));
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName === CONTAINER) resolve(true);
      else zip.readEntry();
    });
    zip.readEntry();
  });
}
