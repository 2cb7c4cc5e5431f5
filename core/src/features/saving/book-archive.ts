import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { FileError } from '../../files/file-error.js';
import { archiveName, openBookFile, type BookCopy, type BookFile, type FileThere } from './book-copy.js';
import { sentence } from '../../platform/words/index.js';

/** An archive that is created while it is sent. */
export interface BookArchive {
  readonly stream: Readable;
  /** Bytes. */
  readonly size: number;
}

/** The path of a file in the archive. Some systems take a colon or a backslash in it for a place outside, so they cannot unpack it. */
function entryName(book: BookCopy, { name }: BookFile): string {
  return `${archiveName(book)}/${name}`.replaceAll(/[\\:]/g, '-');
}

/**
 * Packs all files of a book into one zip, uncompressed because audio and ebooks do not get smaller. Each file is opened
 * when its turn comes. If a file has changed meanwhile (gone, replaced, grown, leads outside), the stream ends with an error.
 */
export function createBookArchive(root: string, book: BookCopy, files: readonly FileThere[]): BookArchive {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: Error): void => {
    stream.destroy(error);
  };
  zip.on('error', fail);
  stream.once('close', () => current?.destroy());

  async function open({ name, size, info: seen }: FileThere): Promise<Readable> {
    const { handle, info } = await openBookFile(root, book, name);
    current = handle.createReadStream({ start: 0 });
    current.once('error', fail);
    // another book may have the place by now
    const isSame = info.size === size && info.ino === seen.ino && info.dev === seen.dev;
    if (!isSame) current.destroy(new FileError('source_changed', sentence('file.changed_meanwhile', { name }), name, true));
    else if (stream.destroyed) current.destroy();
    return current;
  }

  for (const file of files) {
    const options = { size: file.size, compress: false, mtime: new Date(0), mode: 0o100644 };
    zip.addReadStreamLazy(entryName(book, file), options, (give) => {
      open(file).then((opened) => give(null, opened), fail);
    });
  }
  let size = -1;
  const end = zip.end.bind(zip) as (options: object, onSize: (size: number) => void) => void;
  end({ forceZip64Format: false }, (total) => (size = total));
  return { stream, size };
}
