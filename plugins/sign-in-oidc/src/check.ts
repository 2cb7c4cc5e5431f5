import type { Call, CheckResult } from '@lectern/plugin-api';
import { configure, type ClientDeps } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
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
  if (keys === 0) throw fault('INTEGRATION_BAD_RESPONSE', 'no_keys');
  const isPlain = addressesOf(settings).some((url) => url.toLowerCase().startsWith('http:'));
  const namesGroups = (settings.allowedGroups ?? []).length + (settings.adminGroups ?? []).length > 0;
  return {
    ok: true,
    details: [
      keys === 1
        ? detail('answers_with_one_key', { provider: server.issuer })
        : detail('answers_with_keys', { provider: server.issuer, count: keys }),
      ...(isPlain ? [detail('asked_without_tls')] : []),
      ...(namesGroups ? [detail('groups_from_claim', { claim: settings.groupClaim ?? 'groups' })] : []),
    ],
  };
}
