import { fromFd, type Entry, type ZipFile } from 'yauzl';

/** More entries than any book has. */
const MOST_ENTRIES = 50_000;
const CONTAINER = 'META-INF/container.xml';

async function open(fd: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(fd, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

/**
 * Whether an open file is a complete EPUB: a zip whose directory, at its end, can be read and names the container
 * document. One that was cut off has no directory.
 */
export async function isCompleteEpub(fd: number): Promise<boolean> {
  const zip = await open(fd).catch(() => undefined);
  if (!zip || zip.entryCount > MOST_ENTRIES) return false;
  return new Promise((resolve) => {
    zip.on('error', () => resolve(false));
    zip.on('end', () => resolve(false));
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName === CONTAINER) resolve(true);
      else zip.readEntry();
    });
    zip.readEntry();
  });
}
