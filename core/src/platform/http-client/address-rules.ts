import ipaddr from 'ipaddr.js';

/** Parses an address and unwraps IPv4 carried inside IPv6 (mapped `::ffff:0:0/96`, NAT64 `64:ff9b::/96`). */
function unwrap(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = address.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(bare)) return undefined;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv6' && parsed.range() === 'rfc6052') {
    return new ipaddr.IPv4(parsed.toByteArray().slice(12));
  }
  return parsed;
}

/**
 * Tells whether an IP address belongs to the public internet. Loopback, private, link-local (cloud metadata lives
 * there), unique-local, carrier-grade NAT, multicast and reserved ranges do not, nor does what is not an address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = unwrap(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  // all assigned addresses are in 2000::/3; others, such as the deprecated ::a.b.c.d, are not on the internet
  return (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Addresses, besides the link-local ones, where clouds give machines their credentials (Amazon's IPv6, Alibaba). */
const METADATA = ['fd00:ec2::254', '100.100.100.200'].map((address) => ipaddr.parse(address).toString());

/**
 * Tells whether an address gives cloud credentials to machines, or cannot belong to a machine at home. Nobody runs a
 * media server there, so even an address that an admin entered may not lead to it.
 */
export function isMetadataAddress(address: string): boolean {
  const parsed = unwrap(address);
  return parsed !== undefined && (parsed.range() === 'linkLocal' || METADATA.includes(parsed.toString()));
}
