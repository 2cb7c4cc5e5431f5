import { extname } from 'node:path';

/** The kinds of files, by extension. */
export type FileKind = 'audio' | 'image' | 'ebook' | 'other';

const KINDS: Readonly<Record<Exclude<FileKind, 'other'>, readonly string[]>> = {
  audio: [
    '.m4b',
    '.m4a',
    '.mp4',
    '.mp3',
    '.flac',
    '.ogg',
    '.oga',
    '.opus',
    '.aac',
    '.wav',
    '.wma',
    '.aiff',
    '.aif',
    '.mka',
    '.ape',
    '.wv',
    '.webm',
    '.ac3',
  ],
  image: ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.bmp'],
  ebook: ['.epub', '.pdf', '.mobi', '.azw', '.azw3', '.cbz', '.cbr', '.fb2', '.djvu'],
};

/** Names of unfinished files, and of folders that clients unpack into. */
const UNFINISHED = /\.(?:part|!qb|!ut|crdownload|tmp|partial|incomplete|aria2|bc!)$|^_(?:UNPACK|FAILED)_|^\.lectern-.*\.partial$/i;

/** Kind of a file, by its name only. */
export function kindOfFile(name: string): FileKind {
  const extension = extname(name).toLowerCase();
  if (KINDS.audio.includes(extension)) return 'audio';
  if (KINDS.image.includes(extension)) return 'image';
  return KINDS.ebook.includes(extension) ? 'ebook' : 'other';
}

/** Hidden files, and files that operating systems and NAS boxes add. */
const HIDDEN = /^\.|^@eaDir$|^__MACOSX$|^#recycle$|^(?:Thumbs\.db|desktop\.ini)$/i;

/** Whether a file or folder is not part of a book, because it is hidden or was added by a system. */
export function isHiddenName(name: string): boolean {
  return HIDDEN.test(name);
}

/** Whether the name of a file or folder means that its download has not ended. */
export function isUnfinishedName(name: string): boolean {
  return UNFINISHED.test(name);
}

/** Archives and their volumes. Data that only repair them are not among them. */
const ARCHIVE = /\.(?:rar|r\d{2,3}|zip|z\d{2}|7z|(?:7z|zip)\.\d{3}|tar|tar\.\w{2,4}|tgz|gz|bz2|xz|zst|ace|arj|lzh|iso)$/i;

/** Whether a file is an archive, in which other files are packed, by its name only. */
export function isArchiveName(name: string): boolean {
  return ARCHIVE.test(name);
}
