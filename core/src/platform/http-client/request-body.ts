import { randomUUID } from 'node:crypto';
import type { HttpRequest, MultipartPart } from '@lectern/plugin-api';

export interface EncodedBody {
  readonly bytes: Buffer;
  /** Content type of the encoding; absent for `body`, whose caller gives one. */
  readonly contentType?: string;
}

/** Quotes names and file names in a part's header as browsers do (WHATWG HTML, multipart/form-data). */
function quote(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;
}

function encodePart(part: MultipartPart, boundary: string): Buffer {
  const filename = part.filename === undefined ? '' : `; filename=${quote(part.filename)}`;
  const type = part.contentType ?? (part.filename === undefined ? undefined : 'application/octet-stream');
  const typeLine = type === undefined ? '' : `Content-Type: ${type.replace(/[\r\n]/g, ' ')}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quote(part.name)}${filename}\r\n${typeLine}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(part.value as string), Buffer.from('\r\n')]);
}

/** Encodes the body of a request; `undefined` when it has none. */
export function encodeBody(request: HttpRequest): EncodedBody | undefined {
  if (request.json !== undefined) return { bytes: Buffer.from(JSON.stringify(request.json)), contentType: 'application/json' };
  if (request.form !== undefined) {
    const form = new URLSearchParams(Object.entries(request.form).map(([key, value]): [string, string] => [key, String(value)]));
    return { bytes: Buffer.from(form.toString()), contentType: 'application/x-www-form-urlencoded' };
  }
  if (request.multipart !== undefined) {
    const boundary = `lectern-${randomUUID()}`;
    const parts = request.multipart.map((part) => encodePart(part, boundary));
    return {
      bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
      contentType: `multipart/form-data; boundary=${boundary}`,
    };
  }
  return request.body === undefined ? undefined : { bytes: Buffer.from(request.body as string) };
}
