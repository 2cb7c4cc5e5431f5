import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse } from '@lectern/plugin-api';

/** @param retryAfter the header: seconds or a date */
function retryAfterMs(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/**
 * The meaning of a status without the archive's own words; `undefined` for 2xx. It says something about the address,
 * never about the member key, because a proxy may have sent it.
 *
 * @param now milliseconds since the epoch
 */
export function refusalOf(response: HttpResponse, host: string, now: number): IntegrationError | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  const wait = retryAfterMs(response.headers['retry-after'], now);
  const options = wait === undefined ? {} : { retryAfterMs: wait };
  if (status === 429) return new IntegrationError('INTEGRATION_RATE_LIMITED', `${host} asks us to slow down (HTTP 429).`, options);
  if (status >= 500) return new IntegrationError('INTEGRATION_UNAVAILABLE', `${host} is failing at the moment (HTTP ${status}).`, options);
  const field = 'baseUrls';
  if (status === 401)
    return new IntegrationError('INTEGRATION_UNAUTHORIZED', `${host} wants a sign-in (HTTP 401). Is it the archive?`, { field });
  if (status === 403) return new IntegrationError('INTEGRATION_FORBIDDEN', `${host} does not let us in (HTTP 403).`, { field });
  if (status === 404)
    return new IntegrationError('INTEGRATION_NOT_FOUND', `${host} has nothing there (HTTP 404). Is it the archive's address?`, { field });
  return new IntegrationError('INTEGRATION_BAD_RESPONSE', `${host} answered unexpectedly (HTTP ${status}).`);
}
