import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isMetadataAddress, isPublicAddress } from '../../platform/http-client/address-rules.js';
import { OutboundRefusal, type OutboundGuardOptions } from '../../platform/http-client/outbound-guard.js';
import { inEnglish, saidOf, sentence, type ForeignWords, type Sentence } from '../../platform/words/index.js';

/** Resolves a name to its addresses. */
export type Resolve = NonNullable<OutboundGuardOptions['resolve']>;

async function resolveBySystem(host: string): ReturnType<Resolve> {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function refuseUnencrypted(host: string): never {
  throw new OutboundRefusal('scheme', inEnglish(sentence('problem.webhook_unencrypted', { host })));
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * The guard's rules for one webhook: its own host alone, which may be private because an admin entered it. Without TLS, it must be.
 *
 * @throws OutboundRefusal
 */
export function rulesFor(url: URL, resolve: Resolve = resolveBySystem): Pick<OutboundGuardOptions, 'allowedHosts' | 'resolve'> {
  const host = bareHost(url);
  const isPlain = url.protocol === 'http:';
  if (isPlain && isIP(host) !== 0 && isPublicAddress(host)) refuseUnencrypted(host);
  const port = url.port === '' ? (isPlain ? 80 : 443) : Number(url.port);
  return {
    allowedHosts: () => [{ host, port, private: true }],
    async resolve(name) {
      const addresses = await resolve(name);
      if (isPlain && addresses.some(({ address }) => isPublicAddress(address))) refuseUnencrypted(name);
      return addresses;
    },
  };
}

/** Why a webhook cannot have this address, in a sentence; `undefined` if it can. A name that does not resolve now is no fault. */
export async function addressFault(text: string, resolve?: Resolve): Promise<Sentence | ForeignWords | undefined> {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return sentence('problem.webhook_scheme');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return sentence('problem.webhook_credentials');
  if (url.hash !== '') return sentence('problem.webhook_fragment');
  try {
    const rules = rulesFor(url, resolve);
    const host = bareHost(url);
    const addresses = isIP(host) === 0 ? ((await rules.resolve?.(url.hostname)) ?? []) : [{ address: host }];
    return addresses.some(({ address }) => isMetadataAddress(address)) ? sentence('fault.metadata_address', { host }) : undefined;
  } catch (error) {
    return error instanceof OutboundRefusal ? saidOf(error) : undefined;
  }
}
