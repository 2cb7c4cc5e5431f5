import type { HttpResponse } from '@lectern/plugin-api';
import type { IncomingHttpHeaders } from 'node:http';
import { sentence, spokenError, type Sentence } from '../words/index.js';

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

function describeNotJson(host: string, text: string, contentType: string): Sentence {
  if (text.trim() === '') return sentence('fault.empty_answer', { host });
  if (/html/i.test(contentType) || /^\s*<(!doctype html|html|head|body)/i.test(text)) {
    return sentence('fault.web_page', { host });
  }
  const count = text.length;
  return contentType === ''
    ? sentence('fault.not_json_untyped', { host, count })
    : sentence('fault.not_json', { host, type: contentType, count });
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
        throw spokenError('INTEGRATION_BAD_RESPONSE', describeNotJson(raw.url.host, content, contentType));
      }
    },
  };
}
