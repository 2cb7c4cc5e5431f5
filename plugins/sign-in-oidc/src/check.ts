import type { Call, CheckResult } from '@lectern/plugin-api';
import { IntegrationError } from '@lectern/plugin-api';
import { configure, type ClientDeps } from './client.js';
import { addressesOf } from './settings.js';

/** Looks up the provider again, compares its name, and reads its keys. */
export async function checkProvider(deps: ClientDeps, call: Call): Promise<CheckResult> {
  const { http, settings, metadata } = deps;
  const server = await metadata.refresh(call);
  // throws if the secret could not be sent
  await configure(deps, call);
  const jwks = (await http.request({ url: server.jwks_uri ?? '', maxBytes: 1024 * 1024, signal: call.signal })).json<{
    keys?: unknown;
  } | null>();
  const keys = Array.isArray(jwks?.keys) ? jwks.keys.length : 0;
  if (keys === 0)
    throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'The provider publishes no keys, so nothing it signs can be believed.');
  const isPlain = addressesOf(settings).some((url) => url.toLowerCase().startsWith('http:'));
  const namesGroups = (settings.allowedGroups ?? []).length + (settings.adminGroups ?? []).length > 0;
  return {
    ok: true,
    details: [
      `The provider ${server.issuer} answers, with ${keys === 1 ? 'one key' : `${keys} keys`}.`,
      ...(isPlain ? ['It is asked without TLS: whoever is on the way can sign in as anybody. Only for a network you trust.'] : []),
      ...(namesGroups ? [`Groups are read from the claim ${settings.groupClaim ?? 'groups'}. Whether it is told shows at a sign-in.`] : []),
    ],
  };
}
