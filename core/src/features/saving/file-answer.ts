import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import mime from 'mime-types';
import { partOf, type RangeHeaders } from '../../platform/http/byte-range.js';
import type { OpenFile } from '../../files/open-inside.js';

const CHUNK_BYTES = 256 * 1024;

/** Types that the general table lacks. */
const TYPES: Readonly<Record<string, string>> = {
  '.m4b': 'audio/mp4',
  '.flac': 'audio/flac',
  '.opus': 'audio/ogg',
  '.azw': 'application/vnd.amazon.ebook',
  '.azw3': 'application/vnd.amazon.ebook',
  '.fb2': 'application/octet-stream',
};

/** Nothing that a browser would run, because the file is to be saved. */
function mediaTypeOf(name: string): string {
  const extension = extname(name).toLowerCase();
  const type = TYPES[extension] ?? (mime.lookup(extension) || '');
  return /^(?:audio|image|video)\/|^application\/(?:epub\+zip|pdf|zip|vnd\.|x-mobi)/.test(type) && !type.includes('svg')
    ? type
    : 'application/octet-stream';
}

/** The headers of every saved file. */
export function savedAs(name: string, contentType: string, bytes: number): Record<string, string> {
  return {
    'content-type': contentType,
    // any script, quotes and line breaks: RFC 6266, with a plain name for old clients; half characters would make it throw
    'content-disposition': contentDisposition(Buffer.from(name, 'utf8').toString('utf8')),
    'content-length': String(bytes),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  };
}

function etagOf({ info }: OpenFile): string {
  return `"${info.ino.toString(36)}-${info.size.toString(36)}-${Math.round(info.mtimeMs).toString(36)}"`;
}

/** Whether the request continues an earlier answer. */
export function isContinued({ range }: RangeHeaders): boolean {
  return range !== undefined && !/^bytes=0+-/.test(range.replace(/\s/g, ''));
}

/** The answer for a file, before it is opened for sending. */
export interface FileAnswer {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  /** Closes the file when it ends. */
  readonly stream: Readable;
}

/**
 * A file, or the requested part of it.
 *
 * @throws ApiError 416 `range_not_satisfiable`
 */
export function answerWithFile(file: OpenFile, name: string, range: RangeHeaders): FileAnswer {
  const { size } = file.info;
  const etag = etagOf(file);
  const part = partOf(range, size, etag);
  const { start, end } = part === 'all' ? { start: 0, end: size - 1 } : part;
  const bytes = end - start + 1;
  return {
    status: part === 'all' ? 200 : 206,
    headers: {
      ...savedAs(name, mediaTypeOf(name), bytes),
      'accept-ranges': 'bytes',
      etag,
      ...(part === 'all' ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
    bytes,
    // an empty file has no last byte
    stream: file.handle.createReadStream(bytes === 0 ? { start } : { start, end, highWaterMark: CHUNK_BYTES }),
  };
}
