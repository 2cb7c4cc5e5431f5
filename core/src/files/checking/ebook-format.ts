import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { examineEpub } from './epub-check.js';
import { looksLikePage } from './looks-like-page.js';

/** How many bytes at the beginning of a file are read. */
const HEAD_BYTES = 1024;
/** How many bytes at the end are searched for the end of a PDF. Some PDFs have signatures or rubbish after it. */
const TAIL_BYTES = 4096;
const PALM_HEADER_BYTES = 78;
/** No ebook is shorter. */
const LEAST_BYTES = 30;

/**
 * Why a file is not the ebook that its name claims. `page`: a web page, which servers send in the place of files. `cut_off`: its end is missing.
 * `protected`: only its buyer can open it. `zipped`: a zip around the ebook. `other`: something else.
 */
export type EbookFault =
  | { readonly is: 'empty' | 'page' | 'cut_off' | 'other' }
  | { readonly is: 'protected'; readonly protection: string }
  | { readonly is: 'zipped'; readonly file: string };

function isZip(head: Buffer): boolean {
  return head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}

/** Type and creator of a Palm database: https://wiki.mobileread.com/wiki/PDB#Palm_Database_Format */
function isMobi(head: Buffer): boolean {
  return head.toString('latin1', 60, 68) === 'BOOKMOBI';
}

const CHECKS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  '.epub': isZip,
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

/**
 * The places of a Palm database's records stand at its beginning; all of them lie inside a whole file. The first one tells whether the others are
 * encrypted: https://wiki.mobileread.com/wiki/MOBI#PalmDOC_Header
 */
async function examineMobi(file: FileHandle): Promise<EbookFault | undefined> {
  const { size } = await file.stat();
  const header = Buffer.alloc(PALM_HEADER_BYTES);
  const { bytesRead } = await file.read(header, 0, header.length, 0);
  const records = bytesRead < header.length ? 0 : header.readUInt16BE(76);
  if (records === 0) return { is: 'cut_off' };
  const table = Buffer.alloc(records * 8);
  const { bytesRead: listed } = await file.read(table, 0, table.length, PALM_HEADER_BYTES);
  if (listed < table.length || table.readUInt32BE((records - 1) * 8) >= size) return { is: 'cut_off' };
  const first = Buffer.alloc(14);
  const { bytesRead: told } = await file.read(first, 0, first.length, table.readUInt32BE(0));
  return told === first.length && [1, 2].includes(first.readUInt16BE(12)) ? { is: 'protected', protection: 'Kindle DRM' } : undefined;
}

async function examine(file: FileHandle, extension: string): Promise<EbookFault | undefined> {
  if (extension === '.epub') {
    const found = await examineEpub(file.fd);
    return found.is === 'whole' ? undefined : found;
  }
  if (extension === '.pdf') return (await isCompletePdf(file)) ? undefined : { is: 'cut_off' };
  return ['.mobi', '.azw', '.azw3'].includes(extension) ? examineMobi(file) : undefined;
}

/**
 * Looks whether a file has the format of its extension, can be opened by anybody and, where the format allows a check, is complete. Extensions
 * that are not an ebook's are `other`.
 *
 * @returns nothing if it is what its name claims
 * @throws the fault of the system when it cannot be read
 */
export async function findEbookFault(path: string): Promise<EbookFault | undefined> {
  const extension = extname(path).toLowerCase();
  const check = CHECKS[extension];
  if (!check) return { is: 'other' };
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const read = head.subarray(0, bytesRead);
    if (bytesRead === 0) return { is: 'empty' };
    if (looksLikePage(read)) return { is: 'page' };
    if (bytesRead < LEAST_BYTES || !check(read)) return { is: 'other' };
    return await examine(file, extension);
  } finally {
    await file.close();
  }
}
