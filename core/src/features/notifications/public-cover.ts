import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/http-client/address-rules.js';

const PRIVATE_NAME = /(^|\.)(localhost|local|lan|internal|intranet|home|corp|private|home\.arpa|test|invalid|onion)$/;

/**
 * The address of a cover if a service on the internet can fetch it: http(s), no credentials, no private host. Names are
 * judged by their form; nothing is resolved.
 */
export function publicCover(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  const { protocol, hostname, username, password } = new URL(url);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const reachable = isIP(host) === 0 ? host.includes('.') && !PRIVATE_NAME.test(host) : isPublicAddress(host);
  return reachable ? url : undefined;
}
