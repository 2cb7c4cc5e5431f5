import type { Call, PluginHttp } from '@lectern/plugin-api';
import * as oidc from 'openid-client';
import { fault } from './fault.js';
import { createHostFetch } from './host-fetch.js';
import type { ProviderMetadata } from './provider-metadata.js';
import { addressesOf, type OidcSettings } from './settings.js';

/** The most seconds by which clocks may differ. */
export const CLOCK_SECONDS = 60;

function clientAuth(settings: OidcSettings, supported: readonly string[] | undefined): oidc.ClientAuth {
  const { clientSecret, clientAuthMethod: wanted = 'auto' } = settings;
  if (wanted === 'none' || !clientSecret) return oidc.None();
  if (wanted === 'client_secret_post') return oidc.ClientSecretPost(clientSecret);
  if (wanted === 'client_secret_basic' || !supported || supported.includes('client_secret_basic'))
    return oidc.ClientSecretBasic(clientSecret);
  if (supported.includes('client_secret_post')) return oidc.ClientSecretPost(clientSecret);
  throw fault('INTEGRATION_MISCONFIGURED', 'secret_method', { values: { methods: supported }, field: 'clientAuthMethod' });
}

/** Everything that the client needs from its integration. */
export interface ClientDeps {
  readonly http: PluginHttp;
  readonly settings: OidcSettings;
  readonly metadata: ProviderMetadata;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The library's configuration for one call. It is created each time, so that the provider's keys are always current: a
 * household signs in only a few times a day.
 */
export async function configure({ http, settings, metadata, now }: ClientDeps, call: Call): Promise<oidc.Configuration> {
  const server = await metadata.get(call);
  const client = {
    [oidc.clockTolerance]: CLOCK_SECONDS,
    [oidc.clockSkew]: Math.round((now() - Date.now()) / 1000),
  };
  const auth = clientAuth(settings, server.token_endpoint_auth_methods_supported);
  const config = new oidc.Configuration(server, settings.clientId, client, auth);
  config[oidc.customFetch] = createHostFetch(http, call.signal);
  // signatures are checked even though the token comes straight from the provider
  oidc.enableNonRepudiationChecks(config);
  // only if the admin has entered an address without TLS
  if (addressesOf(settings).some((url) => url.toLowerCase().startsWith('http:'))) oidc.allowInsecureRequests(config);
  return config;
}
