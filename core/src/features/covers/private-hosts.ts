import { isIP } from 'node:net';
import type { AllowedHost } from '../../platform/http-client/outbound-guard.js';

/** Reads `host`, `host:port`, `[v6]:port` or a web address as a host that may be private; `undefined` for anything else. */
export function privateHost(entry: string): AllowedHost | undefined {
  const text = entry.trim();
  const address = /^https?:\/\//i.test(text) ? text : `http://${isIP(text) === 6 ? `[${text}]` : text}`;
  if (text === '' || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWholeAddress = address === text;
  const port = url.port !== '' ? Number(url.port) : isWholeAddress ? (url.protocol === 'https:' ? 443 : 80) : undefined;
  return { host: url.hostname, private: true, ...(port === undefined ? {} : { port }) };
}
