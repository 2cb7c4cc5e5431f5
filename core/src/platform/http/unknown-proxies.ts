import ipaddr from 'ipaddr.js';

/** As many are remembered, and as long: the addresses are chosen by whoever is in the network. */
const MOST = 8;
const HOURS = 24;

const NEAR = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** Reverse proxies that are in front of this server without being trusted, so that everybody behind one has its address. */
export interface UnknownProxies {
  /** Looks at a request that came from an address which is not a trusted proxy. */
  note(socketAddress: string, isForwarded: boolean): void;
  /** The addresses of the last day, the latest first. */
  seen(): readonly string[];
}

/**
 * Notices requests that say for whom they were forwarded and come from an address of the own network, where reverse proxies are. Strangers on
 * the internet may send the same headers, and are no proxies of ours.
 */
export function createUnknownProxies(now: () => Date): UnknownProxies {
  const lastSeen = new Map<string, number>();
  return {
    note(socketAddress, isForwarded) {
      if (!isForwarded || !ipaddr.isValid(socketAddress)) return;
      const address = ipaddr.process(socketAddress);
      if (!NEAR.has(address.range())) return;
      const name = address.toString();
      // the latest last
      lastSeen.delete(name);
      lastSeen.set(name, now().getTime());
      const [oldest] = lastSeen.keys();
      if (lastSeen.size > MOST && oldest !== undefined) lastSeen.delete(oldest);
    },
    seen() {
      const since = now().getTime() - HOURS * 3_600_000;
      return [...lastSeen].flatMap(([address, at]) => (at < since ? [] : [address])).reverse();
    },
  };
}
