import { isIP } from 'node:net';
import { isMetadataAddress, isPublicAddress } from '../../platform/http-client/address-rules.js';

/** Torrents name a handful. */
const MOST_TRACKERS = 30;
const LONGEST_ADDRESS = 500;
const SCHEMES: readonly string[] = ['http:', 'https:', 'udp:'];
/** Names that mean a machine at home, or none. */
const HOME_NAMES = /\.(?:local|localhost|localdomain|lan|home|internal|intranet|corp|private|home\.arpa|test|invalid|onion)$/;

/** Which trackers of a torrent its client may ask. */
export interface TrackerRule {
  /** Trackers in the home network as well, as admins may have one; never where clouds give machines their credentials. */
  readonly atHome: boolean;
}

/**
 * Whether a download client may be made to ask an address. It asks whatever a torrent names, so somebody could have it call a machine
 * next to it.
 */
export function isAllowedTracker(address: string, { atHome }: TrackerRule): boolean {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (!SCHEMES.includes(protocol) || hostname === '' || username !== '' || password !== '') return false;
  // numbers such as 2130706433 are read as an address only in the schemes of the web
  const asWeb = address.replace(/^udp:/i, 'http:');
  if (!URL.canParse(asWeb)) return false;
  const { hostname: canonical } = new URL(asWeb);
  const host = canonical.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  if (isIP(host) !== 0) return isPublicAddress(host) || (atHome && !isMetadataAddress(host));
  return atHome || (host.includes('.') && !HOME_NAMES.test(host));
}

/** The trackers that may be asked, each once, in their order. */
export function allowedTrackers(addresses: readonly string[], rule: TrackerRule): readonly string[] {
  return [...new Set(addresses)].filter((address) => isAllowedTracker(address, rule)).slice(0, MOST_TRACKERS);
}
