import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Reads the address of a hop, which may include a port: `203.0.113.9:1234`, `[2001:db8::1]:443`. */
function parseHop(hop: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

/**
 * The key that limits count by: an IPv4 address, or the /64 network of an IPv6 address, because one customer has such a
 * network and may use any address in it.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * Finds a request's client address: the socket's, or, when the socket belongs to a trusted proxy, the last address of
 * `X-Forwarded-For` that does not; where all do, the first. A hop that is not an address ends the search, because nobody
 * vouches for the hops before it. Headers from anybody else are ignored.
 *
 * @param trusted addresses and CIDR ranges. @throws Error when one is neither
 */
export function createClientAddress(trusted: readonly string[]) {
  const ranges = trusted.map(parseRange);

  function isTrusted(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
  }

  return {
    isTrusted,
    of(socketAddress: string, forwardedFor: string | undefined): string {
      let nearest = ipaddr.isValid(socketAddress) ? ipaddr.process(socketAddress).toString() : socketAddress;
      if (forwardedFor === undefined) return nearest;
      for (const hop of forwardedFor.split(',').reverse()) {
        if (!isTrusted(nearest)) break;
        const address = parseHop(hop.trim());
        if (address === undefined) break;
        nearest = address;
      }
      return nearest;
    },
  };
}
