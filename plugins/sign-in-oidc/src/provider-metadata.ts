import type { Call, PluginHttp } from '@lectern/plugin-api';
import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { ServerMetadata } from 'openid-client';
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

function misconfigured(message: string, field = 'issuer'): IntegrationError {
  return new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field });
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
    if (found === undefined) throw misconfigured(`The provider does not say where its ${name} is. Enter it by hand.`);
    return found;
  };
  const offered = listOf(document['id_token_signing_alg_values_supported']);
  const algorithms = offered?.filter((name) => ALGORITHMS.includes(name)) ?? ALGORITHMS;
  if (algorithms.length === 0) {
    throw misconfigured(
      `The provider signs with ${offered?.join(', ') ?? ''} only. One of ${ALGORITHMS.slice(0, 4).join(', ')} is needed.`,
    );
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
        throw misconfigured(`There is no OpenID Connect provider at ${url}. Is the issuer right?`);
      });
    if (typeof document !== 'object' || document === null || typeof (document as Document)['issuer'] !== 'string') {
      throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `What ${new URL(url).host} answered is no description of a provider.`);
    }
    const told = (document as Document)['issuer'] as string;
    // another name, even if only by a slash, is another provider: its tokens would be rejected
    if (told !== issuer) throw misconfigured(`The provider calls itself ${told}, not ${issuer}. Enter exactly that.`);
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
