import type { PluginHttp } from '@lectern/plugin-api';
import { IntegrationError } from '@lectern/plugin-api';
import type { CustomFetch } from 'openid-client';
import { ofProvider } from './faults.js';

/** No document of a provider is anywhere near as large. */
const MAX_BYTES = 1024 * 1024;
/** With these a token endpoint says in JSON what is wrong (RFC 6749 §5.2). */
const TOLD_ERRORS = [400, 401];

function isToldError(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { error?: unknown } | null)?.error === 'string';
  } catch {
    return false;
  }
}

/**
 * The host's HTTP, guarded as it is, in the form in which the library asks. Nothing is redirected, so that no secret
 * goes anywhere but to the address that was looked up.
 *
 * @throws IntegrationError for whatever is no answer of the protocol
 */
export function createHostFetch(http: PluginHttp, signal: AbortSignal): CustomFetch {
  return async (url, { method, headers, body }) => {
    const isPost = method === 'POST';
    const request = http.request({
      url,
      method: isPost ? 'POST' : 'GET',
      headers,
      ...(isPost && body !== undefined && body !== null ? { body: body instanceof Uint8Array ? body : String(body as string) } : {}),
      ...(isPost ? { acceptStatus: [200, 201, ...TOLD_ERRORS] } : {}),
      redirect: 'manual',
      maxBytes: MAX_BYTES,
      signal,
    });
    const answer = await request.catch(ofProvider);
    const { status, headers: received } = answer;
    if (TOLD_ERRORS.includes(status) && !isToldError(answer.text())) {
      const message = `The token endpoint refused without a reason (HTTP ${status}). Are client ID and secret right?`;
      throw new IntegrationError(status === 401 ? 'INTEGRATION_MISCONFIGURED' : 'INTEGRATION_BAD_RESPONSE', message, {
        ...(status === 401 ? { field: 'clientSecret' } : {}),
      });
    }
    // the challenge says nothing that the JSON does not
    const { 'www-authenticate': _, ...rest } = received;
    return new Response(status === 204 ? null : Buffer.from(answer.body), { status, headers: rest });
  };
}
