import type { Call, ExternalAccount, IntegrationError, PluginLogger, RedirectSignIn } from '@lectern/plugin-api';
import * as oidc from 'openid-client';
import { accountOf, DEFAULT_GROUP_CLAIM } from './account.js';
import { CLOCK_SECONDS, configure, type ClientDeps } from './client.js';
import { fault } from './fault.js';
import { notBegun, refusalOf, toIntegrationError } from './faults.js';
import type { FlowState, FlowStates } from './flow-state.js';
import { groupsOf, type Claims } from './groups.js';

export interface SignInDeps extends ClientDeps {
  readonly states: FlowStates;
  readonly log: PluginLogger;
}

/** Longer than any flow lives. */
const REMEMBERED_MS = 15 * 60_000;

/** @throws IntegrationError FORBIDDEN for a person who was already signed in there and did not sign in again */
function requireNewSignIn(signedInAt: unknown, notBefore: number): void {
  if (typeof signedInAt === 'number' && signedInAt >= notBefore - CLOCK_SECONDS) return;
  throw fault('INTEGRATION_FORBIDDEN', 'not_signed_in_anew');
}

/** The authorization code flow with PKCE, state and nonce. Tokens of the provider are never stored. */
export function createSignIn(deps: SignInDeps): RedirectSignIn {
  const { settings, states, metadata, log, now } = deps;
  // after a restart the provider refuses used codes, because they work only once
  const used = new Map<string, number>();

  function take(state: string): boolean {
    for (const [old, at] of used) if (Math.abs(now() - at) > REMEMBERED_MS) used.delete(old);
    if (used.has(state)) return false;
    used.set(state, now());
    return true;
  }

  async function userinfoOf(config: oidc.Configuration, accessToken: string, idToken: Claims): Promise<Claims> {
    const named = idToken['preferred_username'] ?? idToken['name'];
    const groups = groupsOf(idToken, settings.groupClaim ?? DEFAULT_GROUP_CLAIM);
    const isComplete = named !== undefined && idToken['email'] !== undefined && groups !== undefined;
    if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {};
    // throws if it refers to somebody else
    return await oidc.fetchUserInfo(config, accessToken, String(idToken['sub']));
  }

  async function exchange(flow: FlowState, query: Readonly<Record<string, string>>, call: Call): Promise<ExternalAccount> {
    const config = await configure(deps, call);
    const { issuer, authorization_response_iss_parameter_supported: namesItself } = config.serverMetadata();
    // RFC 9207: the answer of another provider than the one that was asked
    if (query['iss'] === undefined ? namesItself === true : query['iss'] !== issuer) throw notBegun('otherProvider');
    const url = new URL(flow.redirectUri);
    for (const name of ['code', 'state', 'iss']) if (query[name] !== undefined) url.searchParams.set(name, query[name]);
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || claims.iat > now() / 1000 + CLOCK_SECONDS) {
      throw fault('INTEGRATION_BAD_RESPONSE', 'issued_in_future');
    }
    if (flow.notBefore !== undefined) requireNewSignIn(claims.auth_time, flow.notBefore);
    return accountOf(claims, await userinfoOf(config, tokens.access_token, claims), settings, log);
  }

  return {
    kind: 'redirect',

    async begin({ returnUrl, anew = false }, call) {
      try {
        const config = await configure(deps, call);
        const flow: FlowState = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
          redirectUri: returnUrl,
          ...(anew ? { notBefore: Math.floor(now() / 1000) } : {}),
        };
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: returnUrl,
          scope: [...new Set(['openid', 'profile', 'email', ...(settings.scopes ?? [])])].join(' '),
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: 'S256',
          // max_age makes the provider report when the person signed in
          ...(anew ? { prompt: 'login', max_age: '0' } : {}),
        });
        return { url: url.href, state: await states.seal(flow) };
      } catch (error) {
        throw toIntegrationError(error);
      }
    },

    async finish({ state: sealed, query }, call) {
      const flow = await states.open(sealed);
      if (flow === undefined) throw notBegun('elsewhere');
      if (flow === 'over') throw fault('INTEGRATION_NOT_FOUND', 'sign_in_too_slow');
      const isOurs = query['state'] === flow.state;
      const { error, code } = query;
      if (error !== undefined) {
        if (isOurs) take(flow.state);
        throw refusalOf(error);
      }
      if (!isOurs) throw notBegun('otherSignIn');
      if (!take(flow.state)) throw notBegun('finished');
      if (code === undefined || code === '') throw notBegun('noCode');
      try {
        return await exchange(flow, query, call);
      } catch (error) {
        const known = toIntegrationError(error);
        // its addresses or keys may have changed
        if (known instanceof Error && (known as IntegrationError).code === 'INTEGRATION_BAD_RESPONSE') metadata.forget();
        throw known;
      }
    },
  };
}
