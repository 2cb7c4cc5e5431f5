import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Finds a request's client address: the socket's, or, when the socket belongs to a trusted proxy, the last address of
 * `X-Forwarded-For` that does not. Headers of anybody else are ignored.
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
      const own = ipaddr.isValid(socketAddress) ? ipaddr.process(socketAddress).toString() : socketAddress;
      if (forwardedFor === undefined || !isTrusted(own)) return own;
      const hops = forwardedFor
        .split(',')
        .map((hop) => hop.trim())
        .filter((hop) => ipaddr.isValid(hop));
      for (const hop of hops.reverse()) if (!isTrusted(hop)) return ipaddr.process(hop).toString();
      return own;
    },
  };
}
