import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { isCompleteEpub } from './epub-check.js';

/** How many bytes at the beginning of a file are read. */
const HEAD_BYTES = 1024;
/** How many bytes at the end are searched for the end of a PDF. Some PDFs have signatures or rubbish after it. */
const TAIL_BYTES = 4096;
const PALM_HEADER_BYTES = 78;
/** An epub's first entry is stored, not compressed, and named so: https://www.w3.org/TR/epub-33/#sec-zip-container-mime */
const EPUB_ENTRY = 'mimetypeapplication/epub+zip';

function isZip(head: Buffer): boolean {
  return head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

/** Past a zip entry's header of 30 bytes come its name and its content; an extra field may stand between. */
function isEpub(head: Buffer): boolean {
  if (!isZip(head)) return false;
  const nameLength = head.readUInt16LE(26);
  const extraLength = head.readUInt16LE(28);
  const name = head.toString('latin1', 30, 30 + nameLength);
  return head.toString('latin1', 30 + nameLength + extraLength).startsWith(EPUB_ENTRY.slice(8)) && name === 'mimetype';
}

/** Type and creator of a Palm database: https://wiki.mobileread.com/wiki/PDB#Palm_Database_Format */
function isMobi(head: Buffer): boolean {
  return head.toString('latin1', 60, 68) === 'BOOKMOBI';
}

const CHECKS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  '.epub': isEpub,
  '.pdf': (head) => head.includes('%PDF-'),
  '.mobi': isMobi,
  '.azw': isMobi,
  '.azw3': isMobi,
  '.cbz': isZip,
  '.cbr': (head) => head.toString('latin1', 0, 4) === 'Rar!',
  '.djvu': (head) => head.toString('latin1', 0, 8) === 'AT&TFORM',
  '.fb2': (head) => head.includes('<FictionBook'),
};

/** A PDF ends with the place of its table (ISO 32000-1, 7.5.5); readers look for it in the last kilobyte. */
async function isCompletePdf(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(tail, 0, tail.length, size - tail.length);
  return tail.includes('%%EOF') || tail.includes('startxref');
}

/** The places of a Palm database's records stand at its beginning; all of them lie inside a whole file. */
async function isCompleteMobi(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const header = Buffer.alloc(PALM_HEADER_BYTES);
  const { bytesRead } = await file.read(header, 0, header.length, 0);
  const records = bytesRead < header.length ? 0 : header.readUInt16BE(76);
  if (records === 0) return false;
  const table = Buffer.alloc(records * 8);
  const { bytesRead: listed } = await file.read(table, 0, table.length, PALM_HEADER_BYTES);
  return listed === table.length && table.readUInt32BE((records - 1) * 8) < size;
}

/** Checks by kind whether a file is complete. */
const WHOLE: Readonly<Record<string, (file: FileHandle) => Promise<boolean>>> = {
  '.epub': (file) => isCompleteEpub(file.fd),
  '.pdf': isCompletePdf,
  '.mobi': isCompleteMobi,
  '.azw': isCompleteMobi,
  '.azw3': isCompleteMobi,
};

/**
 * Whether a file has the format of its extension and, where the format allows a check, is complete. False for extensions
 * that are not an ebook's.
 *
 * @throws the fault of the system when it cannot be read
 */
export async function isEbookAsClaimed(path: string): Promise<boolean> {
  const check = CHECKS[extname(path).toLowerCase()];
  if (!check) return false;
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead < 30 || !check(head.subarray(0, bytesRead))) return false;
    const isWhole = WHOLE[extname(path).toLowerCase()];
    return isWhole === undefined || (await isWhole(file));
  } finally {
    await file.close();
  }
}
