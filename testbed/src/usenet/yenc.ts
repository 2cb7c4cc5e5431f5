import { crc32 } from 'node:zlib';

/** One part of a file as it is posted; numbers count from 1, `begin` is a byte offset from 0. */
export interface YencPart {
  readonly data: Uint8Array;
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly part: number;
  readonly total: number;
  readonly begin: number;
  /** Writes a checksum that does not fit the data. */
  readonly isChecksumWrong?: boolean;
}

const LINE_LENGTH = 128;
const ESCAPE = 0x3d;
const DOT = 0x2e;

function isCritical(byte: number): boolean {
  return byte === 0x00 || byte === 0x0a || byte === 0x0d || byte === ESCAPE;
}

function encodeBytes(data: Uint8Array): Buffer {
  // at worst every byte is escaped, and every line has a stuffed dot and its end
  const out = Buffer.allocUnsafe(data.length * 2 + Math.ceil((data.length * 2) / LINE_LENGTH + 1) * 3);
  let length = 0;
  let column = 0;
  for (const plain of data) {
    let byte = (plain + 42) & 0xff;
    if (column === 0 && byte === DOT) out[length++] = DOT;
    if (isCritical(byte)) {
      out[length++] = ESCAPE;
      byte = (byte + 64) & 0xff;
      column++;
    }
    out[length++] = byte;
    column++;
    if (column >= LINE_LENGTH) {
      length += out.write('\r\n', length, 'latin1');
      column = 0;
    }
  }
  if (column > 0) length += out.write('\r\n', length, 'latin1');
  return out.subarray(0, length);
}

/** Encodes one part as an article body in wire form: CRLF line ends, dots stuffed, without the ending ".". */
export function encodeYenc({ data, name, size, part, total, begin, isChecksumWrong = false }: YencPart): Buffer {
  const head =
    `=ybegin part=${part} total=${total} line=${LINE_LENGTH} size=${size} name=${name}\r\n` +
    `=ypart begin=${begin + 1} end=${begin + data.length}\r\n`;
  const checksum = (isChecksumWrong ? ~crc32(data) : crc32(data)) >>> 0;
  const tail = `=yend size=${data.length} part=${part} pcrc32=${checksum.toString(16).padStart(8, '0')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'utf8'), encodeBytes(data), Buffer.from(tail, 'latin1')]);
}
