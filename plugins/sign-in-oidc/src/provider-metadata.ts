import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import type { ServerMetadata } from 'openid-client';
import { fault } from './fault.js';
import { ofProvider } from './faults.js';
import type { OidcSettings } from './settings.js';

/** The accepted signature algorithms. Never none, and nothing with a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** The standard allows a day; a shorter time costs one small request. */
const KEPT_MS = 60 * 60_000;
const WELL_KNOWN = '/.well-known/openid-configuration';

/** A provider's addresses and capabilities. */
export interface ProviderMetadata {
  /** Looked up at most once an hour. */
  get(call: Call): Promise<ServerMetadata>;
  /** Looked up now. */
  refresh(call: Call): Promise<ServerMetadata>;
  /** Makes the next call look it up. */
  forget(): void;
}

type Document = Readonly<Record<string, unknown>>;

type Wrong = 'address_not_told' | 'algorithms_unknown' | 'no_provider' | 'another_issuer';

function misconfigured(key: Wrong, values: Readonly<Record<string, string | readonly string[]>>): IntegrationError {
  return fault('INTEGRATION_MISCONFIGURED', key, { values, field: 'issuer' });
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined;
}

/** The parts of the document that are used, overridden by the settings. */
function metadataOf(document: Document, settings: OidcSettings): ServerMetadata {
  const { issuer } = settings;
  const address = (name: string, given: string | undefined): string | undefined => webAddress(given || document[name]);
  const needed = (name: string, given: string | undefined): string => {
    const found = address(name, given);
    if (found === undefined) throw misconfigured('address_not_told', { name });
    return found;
  };
  const offered = listOf(document['id_token_signing_alg_values_supported']);
  const algorithms = offered?.filter((name) => ALGORITHMS.includes(name)) ?? ALGORITHMS;
  if (algorithms.length === 0) {
    throw misconfigured('algorithms_unknown', { needed: ALGORITHMS.slice(0, 4), algorithms: offered ?? [] });
  }
  const userinfo = address('userinfo_endpoint', settings.userinfoUrl);
  const methods = listOf(document['token_endpoint_auth_methods_supported']);
  return {
    issuer,
    authorization_endpoint: needed('authorization_endpoint', settings.authorizationUrl),
    token_endpoint: needed('token_endpoint', settings.exchangeUrl),
    jwks_uri: needed('jwks_uri', settings.jwksUrl),
    id_token_signing_alg_values_supported: algorithms,
    userinfo_signing_alg_values_supported: ALGORITHMS,
    ...(userinfo === undefined ? {} : { userinfo_endpoint: userinfo }),
    ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
    ...(document['authorization_response_iss_parameter_supported'] === true
      ? { authorization_response_iss_parameter_supported: true }
      : {}),
  };
}

export function createProviderMetadata(http: PluginHttp, settings: OidcSettings, now: () => number): ProviderMetadata {
  const { issuer } = settings;
  const isByHand = [settings.authorizationUrl, settings.exchangeUrl, settings.jwksUrl].every(Boolean);
  let kept: { readonly metadata: ServerMetadata; readonly at: number } | undefined;

  async function lookUp({ signal }: Call): Promise<Document> {
    const base = issuer.replace(/(?<!\/)\/+$/, '');
    const url = base.endsWith(WELL_KNOWN) ? base : `${base}${WELL_KNOWN}`;
    const document = await http
      .request({ url, maxBytes: 1024 * 1024, signal })
      .then((answer) => answer.json<unknown>())
      .catch((error: unknown) => {
        if (!isIntegrationError(error) || error.code !== 'INTEGRATION_NOT_FOUND') throw error;
        throw misconfigured('no_provider', { url });
      });
    if (typeof document !== 'object' || document === null || typeof (document as Document)['issuer'] !== 'string') {
      throw fault('INTEGRATION_BAD_RESPONSE', 'no_description', { values: { host: new URL(url).host } });
    }
    const told = (document as Document)['issuer'] as string;
    // another name, even if only by a slash, is another provider: its tokens would be rejected
    if (told !== issuer) throw misconfigured('another_issuer', { told, issuer });
    return document as Document;
  }

  async function refresh(call: Call): Promise<ServerMetadata> {
    const metadata = metadataOf(isByHand ? {} : await lookUp(call), settings);
    kept = { metadata, at: now() };
    return metadata;
  }

  return {
    refresh,
    get: async (call) => (kept && Math.abs(now() - kept.at) < KEPT_MS ? kept.metadata : refresh(call).catch(ofProvider)),
    forget: () => {
      kept = undefined;
    },
  };
}
