import { isIP } from 'node:net';

/** Apple refuses whoever names a contact whose host does not exist. This one is reserved, belongs to nobody, and exists. */
const NOBODY = 'mailto:lectern@example.com';
/** Endings of names that only a home network knows. */
const AT_HOME = /\.(local|localhost|lan|home|internal|intranet|private|arpa|test|example|invalid|onion)$/i;

/**
 * Whom a push service may turn to, the `sub` of RFC 8292: the server's public origin, where the internet can know it. No person's
 * address is given to push services.
 *
 * @param publicUrl the public address of the settings
 */
export function contactAddress(publicUrl: string | null): string {
  if (publicUrl === null || !URL.canParse(publicUrl)) return NOBODY;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isKnown = protocol === 'https:' && hostname.includes('.') && isIP(hostname) === 0 && !AT_HOME.test(hostname);
  return isKnown ? origin : NOBODY;
}
