import type { PluginHttp } from '@lectern/plugin-api';
import type { CustomFetch } from 'openid-client';
import { fault } from './fault.js';
import { ofProvider } from './faults.js';

/** No document of a provider is nearly this large. */
const MAX_BYTES = 1024 * 1024;
/** With these statuses a token endpoint explains in JSON what is wrong (RFC 6749 §5.2). */
const TOLD_ERRORS = [400, 401];

function isToldError(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { error?: unknown } | null)?.error === 'string';
  } catch {
    return false;
  }
}

/**
 * Adapts the host's guarded HTTP to the interface that the library expects. Redirects are not followed, so that secrets
 * reach only the address that was looked up.
 *
 * @throws IntegrationError for anything that is not an answer of the protocol
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
      throw fault(status === 401 ? 'INTEGRATION_MISCONFIGURED' : 'INTEGRATION_BAD_RESPONSE', 'refused_without_reason', {
        values: { status: String(status) },
        ...(status === 401 ? { field: 'clientSecret' } : {}),
      });
    }
    // the challenge says nothing that the JSON does not say
    const { 'www-authenticate': _, ...rest } = received;
    return new Response(status === 204 ? null : Buffer.from(answer.body), { status, headers: rest });
  };
}
