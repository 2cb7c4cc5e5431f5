import { isIntegrationError, type ExternalAccount } from '@lectern/plugin-api';
import type { ErrorCode } from '../../error-codes/error-codes.js';
import { ApiError } from '../../platform/http/problem.js';
import type { SetCookie } from '../../platform/http/route.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { publicAddress } from '../settings/index.js';
import { createFlowCookie, FLOW_COOKIE } from './flow-cookie.js';
import { callSignIn, signInProviders, type ProviderListDeps, type SignInMethod } from './provider-list.js';
import { saidOf, sentence } from '../../platform/words/index.js';

export interface ExternalFlowDeps extends ProviderListDeps {
  readonly secretBox: SecretBox;
  readonly now: () => Date;
}

/** The service, and the client's address. */
export interface FlowRequest {
  readonly providerId: string;
  readonly signal: AbortSignal;
  /** The user and session that link the account; absent for signing in. */
  readonly owner?: string;
}

/** Finds out who somebody is at another service. Says nothing about their rights here. */
export interface ExternalFlows {
  /** @throws ApiError 404 for a service without this way of signing in, and the service's faults */
  byPassword(
    request: Omit<FlowRequest, 'owner'> & { readonly username: string; readonly password: string; readonly address: string },
  ): Promise<ExternalAccount>;
  /**
   * @param request `anew`: people who are still signed in there have to confirm their identity again. @returns the
   * address to send the browser to, and the cookie that binds the flow to it. @throws like {@link byPassword}
   */
  begin(request: FlowRequest & { readonly anew?: boolean }): Promise<{ readonly url: string; readonly cookie: SetCookie }>;
  /**
   * @param request `query` is the query that the browser brought back
   * @returns `undefined` while it is not finished there
   * @throws ApiError 400 `sign_in_not_begun` if this browser did not begin the flow (for this purpose), or not
   * recently; and like {@link byPassword}
   */
  finish(
    request: FlowRequest & {
      readonly query: Readonly<Record<string, string>>;
      readonly cookies: { get(name: string): string | undefined };
    },
  ): Promise<{ readonly account: ExternalAccount; readonly cookie: SetCookie } | undefined>;
}

/** Error codes of a flow, for routes that run one. */
export const FLOW_ERRORS = [
  'sign_in_not_begun',
  'invalid_credentials',
  'account_refused',
  'not_found',
  'rate_limited',
  'sign_in_failed',
  'sign_in_unavailable',
] as const satisfies readonly ErrorCode[];

function notBegun(): ApiError {
  return new ApiError('sign_in_not_begun', sentence('problem.sign_in_not_begun'));
}

/** Explains a service's fault to a person at the sign-in page. */
function toApiError(error: unknown, { name, kind }: SignInMethod): ApiError {
  if (error instanceof ApiError) return error;
  if (!isIntegrationError(error)) return new ApiError('sign_in_unavailable', sentence('problem.sign_in_did_not_work', { name }));
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
      return kind === 'redirect' ? notBegun() : new ApiError('invalid_credentials', sentence('problem.invalid_credentials'));
    case 'INTEGRATION_NOT_FOUND':
      if (kind === 'redirect') return notBegun();
      break;
    case 'INTEGRATION_FORBIDDEN':
      return new ApiError('account_refused', saidOf(error));
    case 'INTEGRATION_RATE_LIMITED':
      return new ApiError('rate_limited', sentence('problem.sign_in_wait', { name }), {
        headers: { 'retry-after': String(Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1000))) },
      });
    case 'INTEGRATION_BAD_RESPONSE':
    case 'INTEGRATION_MISCONFIGURED':
      // the admin sees the details at the integration
      return new ApiError('sign_in_failed', sentence('problem.sign_in_misconfigured', { name }));
  }
  return new ApiError('sign_in_unavailable', sentence('problem.sign_in_unreachable', { name }));
}

export function createExternalFlows(deps: ExternalFlowDeps): ExternalFlows {
  const flows = createFlowCookie(deps.secretBox, deps.now);

  async function ask<T>(id: string, kind: SignInMethod['kind'], work: (method: SignInMethod) => Promise<T>): Promise<T> {
    const method = (await signInProviders(deps)).find((candidate) => candidate.id === id && candidate.kind === kind);
    if (!method) throw new ApiError('not_found', sentence('problem.no_sign_in_way'));
    try {
      return await work(method);
    } catch (error) {
      throw toApiError(error, method);
    }
  }

  return {
    byPassword: ({ providerId, username, password, address, signal }) =>
      ask(providerId, 'password', (method) =>
        callSignIn(method, 'password', (signIn, call) => signIn.signIn({ username, password, clientAddress: address }, call), signal),
      ),
    begin: ({ providerId, owner, anew = false, signal }) =>
      ask(providerId, 'redirect', async (method) => {
        const { publicUrl } = (await deps.settings.get()).server;
        // no query: services compare the whole address with the registered one
        const returnUrl = publicAddress(publicUrl ?? '', `/sign-in/return/${encodeURIComponent(providerId)}`);
        const { url, state } = await callSignIn(method, 'redirect', (signIn, call) => signIn.begin({ returnUrl, anew }, call), signal);
        return { url, cookie: flows.begin(providerId, state, owner) };
      }),
    finish: ({ providerId, owner, query, cookies, signal }) =>
      ask(providerId, 'redirect', async (method) => {
        const flow = flows.read(cookies.get(FLOW_COOKIE), providerId, owner);
        if (!flow) throw notBegun();
        const { state } = flow;
        const account = await callSignIn(method, 'redirect', (signIn, call) => signIn.finish({ state, query }, call), signal);
        return account && { account, cookie: flows.end() };
      }),
  };
}
