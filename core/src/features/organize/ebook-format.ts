import { open } from 'node:fs/promises';
import { extname } from 'node:path';

/** How much of a file's beginning is looked at. */
const HEAD_BYTES = 1024;
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

/**
 * Whether a file begins as what its extension claims; false for extensions that are no ebook's.
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
    return bytesRead >= 30 && check(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
