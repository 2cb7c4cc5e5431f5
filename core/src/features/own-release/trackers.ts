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

/** Names under which clouds give machines their credentials. */
const METADATA_NAMES: readonly string[] = ['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal'];

/** The machine that an address names, by the one spelling that programs agree on. */
function machineOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

function mayBeAsked(host: string, { atHome }: TrackerRule): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host) || (atHome && !isMetadataAddress(host));
  if (host.split('.').includes('') || METADATA_NAMES.includes(host)) return false;
  return atHome || (host.includes('.') && !HOME_NAMES.test(host));
}

/**
 * Reads the address of a tracker and writes it so that every client reads the same machine out of it. A client asks whatever a torrent
 * names, so somebody could have it call a machine next to it, also by a spelling that is read in two ways.
 *
 * @returns nothing for an address that the client may not be made to ask
 */
function readTracker(address: string, rule: TrackerRule): string | undefined {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return undefined;
  const { protocol, host, hostname, username, password, href } = new URL(address);
  if (!SCHEMES.includes(protocol) || hostname === '' || username !== '' || password !== '') return undefined;
  // numbers such as 2130706433 are read as an address only in the schemes of the web
  const asWeb = href.replace(/^udp:/, 'http:');
  if (!URL.canParse(asWeb)) return undefined;
  const machine = machineOf(asWeb);
  // clients take what stands before the first slash, where other schemes may have a question or a fragment
  if (href.split('/')[2] !== host || machineOf(href) !== machine) return undefined;
  return mayBeAsked(machine, rule) ? href : undefined;
}

/** The trackers that may be asked, each once, in their order. */
export function allowedTrackers(addresses: readonly string[], rule: TrackerRule): readonly string[] {
  return [...new Set(addresses.flatMap((address) => readTracker(address, rule) ?? []))].slice(0, MOST_TRACKERS);
}
