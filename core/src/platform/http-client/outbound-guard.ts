import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isMetadataAddress, isPublicAddress } from './address-rules.js';
import { inEnglish, sentence, type Said, type Sentence } from '../words/index.js';

/** A host that may be reached. */
export interface AllowedHost {
  /** Host name or address, `*.example.org` for every name below one, or `*` for every name. */
  readonly host: string;
  /** Limits a private address to this port; public ones answer on any. */
  readonly port?: number;
  /** Whether it may resolve to an address outside the public internet. */
  readonly private: boolean;
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface OutboundGuardOptions {
  allowedHosts(): readonly AllowedHost[] | 'any-public';
  /** `host` or `host:port` entries that may be private whatever `allowedHosts` says; for the demo and for tests. */
  readonly allowPrivateHosts?: readonly string[];
  /** Refuses a host that is not among `allowedHosts`. Default: it is not among “the hosts that may be reached here”. */
  readonly notListed?: (host: string) => Sentence;
  /** Replaces the resolver of the system. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/** Why a URL may not be reached: a whole sentence for an admin, which names the host only. */
export class OutboundRefusal extends Error {
  override readonly name = 'OutboundRefusal';
  constructor(
    readonly reason: 'scheme' | 'host' | 'address',
    readonly said: Said,
  ) {
    super(inEnglish(said));
  }
}

/** A host that passed, with its addresses. Connect through `lookup`, so that the name cannot resolve to another address. */
export interface Admission {
  readonly addresses: readonly ResolvedAddress[];
  readonly lookup: LookupFunction;
}

/** Decides what may be reached. Every hop of a redirect has to be admitted separately. */
export interface OutboundGuard {
  /** @throws OutboundRefusal, or the resolver's own error when the name cannot be resolved */
  admit(url: URL): Promise<Admission>;
  /** The same for a service that is not spoken to by HTTP. The host is a name or an address, without brackets. @throws as {@link admit} */
  admitHost(host: string, port: number): Promise<Admission>;
}

/** A host in lower case, without brackets or a trailing dot. */
function plainHost(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** The port of a URL; the default port of its scheme when it has none. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function matchesHost(pattern: string, host: string): boolean {
  const wanted = plainHost(pattern);
  if (wanted === '*') return true;
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

function parsePrivateHost(entry: string): AllowedHost {
  const match = /^(.*[^:]):(\d+)$/.exec(entry);
  return match && !isIP(entry) ? { host: match[1] ?? '', port: Number(match[2]), private: true } : { host: entry, private: true };
}

async function resolveBySystem(host: string): Promise<readonly ResolvedAddress[]> {
  const found = await dnsLookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const wanted = addresses.filter(({ family }) => !options.family || options.family === family || options.family === `IPv${family}`);
    const [first] = wanted;
    // asynchronous like the system's lookup, because sockets attach their listeners after the call
    setImmediate(() => {
      if (options.all) callback(null, [...wanted] as never);
      else if (first) callback(null, first.address, first.family);
      else callback(Object.assign(new Error('no address of the wanted family'), { code: 'ENOTFOUND' }), '', 0);
    });
  };
}

/** Makes a guard. A name is resolved once, so that the checked address is the one to connect to. */
export function createOutboundGuard(options: OutboundGuardOptions): OutboundGuard {
  const resolve = options.resolve ?? resolveBySystem;
  const notListed = options.notListed ?? ((host: string) => sentence('fault.host_not_listed', { host }));
  const alwaysPrivate = (options.allowPrivateHosts ?? []).map(parsePrivateHost);

  async function admitHost(name: string, port: number): Promise<Admission> {
    const host = plainHost(name);
    const allowed = options.allowedHosts();
    const listed = [...alwaysPrivate, ...(allowed === 'any-public' ? [] : allowed)].filter((entry) => matchesHost(entry.host, host));
    const isPrivateAllowed = listed.some((entry) => entry.private && (entry.port === undefined || entry.port === port));
    if (allowed !== 'any-public' && listed.length === 0) {
      throw new OutboundRefusal('host', notListed(host));
    }
    const family = isIP(host);
    const addresses = family === 0 ? await resolve(host) : [{ address: host, family: family === 6 ? (6 as const) : (4 as const) }];
    const isAlwaysAllowed = alwaysPrivate.some((entry) => matchesHost(entry.host, host));
    if (!isAlwaysAllowed && addresses.some(({ address }) => isMetadataAddress(address))) {
      throw new OutboundRefusal('address', sentence('fault.metadata_address', { host }));
    }
    if (!isPrivateAllowed && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new OutboundRefusal('address', sentence('fault.private_network', { host }));
    }
    return { addresses, lookup: pinnedLookup(addresses) };
  }

  return {
    admitHost,
    async admit(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new OutboundRefusal('scheme', sentence('fault.scheme_refused', { scheme: url.protocol }));
      }
      return admitHost(url.hostname, portOf(url));
    },
  };
}
