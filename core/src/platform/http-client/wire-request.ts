import type { HttpRequest } from '@lectern/plugin-api';
import { encodeBody } from './request-body.js';
import type { WireRequest } from './exchange.js';
import { sentence, spokenError } from '../words/index.js';

const CREDENTIAL_HEADER = /^(authorization|proxy-authorization|cookie)$|key|token|secret|session/;
const SHORTEST_SECRET = 4;

function withQuery(url: URL, query: HttpRequest['query']): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? (value as readonly (string | number)[]) : [value])
      url.searchParams.append(name, String(item));
  }
}

/**
 * Turns a plugin's request into the request that is sent.
 *
 * @throws IntegrationError MISCONFIGURED when the URL is not one
 */
export function toWireRequest(request: HttpRequest, userAgent: string): WireRequest {
  if (!URL.canParse(request.url)) {
    throw spokenError('INTEGRATION_MISCONFIGURED', sentence('fault.not_a_url'));
  }
  const url = new URL(request.url);
  withQuery(url, request.query);
  const headers: Record<string, string> = { 'user-agent': userAgent };
  const encoded = encodeBody(request);
  if (encoded?.contentType) headers['content-type'] = encoded.contentType;
  if (url.username !== '' || url.password !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    // Kept out of the URL, which is shown and logged, and where it would survive a redirect.
    url.username = '';
    url.password = '';
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
  return { method: request.method ?? 'GET', url, headers, ...(encoded ? { body: encoded.bytes } : {}) };
}

/** Extends a redactor with the credentials of this request, such as a session that is not in the settings. */
export function redactRequest(wire: WireRequest, redact: (text: string) => string): (text: string) => string {
  const secrets = Object.entries(wire.headers)
    .filter(([name]) => CREDENTIAL_HEADER.test(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s;=,]+/)])
    .filter((value) => value.length > SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), redact(text));
}
