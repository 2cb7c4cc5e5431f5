import { IntegrationError, type HttpResponse } from '@lectern/plugin-api';
import type { IncomingHttpHeaders } from 'node:http';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly url: URL;
  readonly body: Buffer;
}

function decode(body: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function describeNotJson(text: string, contentType: string): string {
  if (text.trim() === '') return 'answered with nothing instead of JSON';
  if (/html/i.test(contentType) || /^\s*<(!doctype html|html|head|body)/i.test(text)) {
    return 'answered with a web page instead of JSON — is the address right, or is a sign-in page in front?';
  }
  return `answered with something that is not JSON (${contentType || 'no content type'}, ${text.length} characters)`;
}

/** Turns a raw answer into the one that plugins see. */
export function toHttpResponse(raw: RawAnswer): HttpResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value === undefined || name === 'set-cookie') continue;
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const contentType = headers['content-type'] ?? '';
  const text = () => decode(raw.body, contentType);
  return {
    status: raw.status,
    headers,
    cookies: raw.headers['set-cookie'] ?? [],
    url: raw.url.href,
    body: raw.body,
    text,
    json<T>(): T {
      const content = text();
      try {
        return JSON.parse(content) as T;
      } catch {
        // The parser's own message quotes the body, which may hold secrets.
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `${raw.url.host} ${describeNotJson(content, contentType)}`);
      }
    },
  };
}
