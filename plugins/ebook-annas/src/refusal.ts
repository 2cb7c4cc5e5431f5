import { parseRetryAfter, type HttpResponse, type IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

/**
 * The meaning of a status without the archive's own words; `undefined` for 2xx. It says something about the address,
 * never about the member key, because a proxy may have sent it.
 *
 * @param now milliseconds since the epoch
 */
export function refusalOf(response: HttpResponse, host: string, now: number): IntegrationError | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  const wait = parseRetryAfter(response.headers['retry-after'], now);
  const options = wait === undefined ? {} : { retryAfterMs: wait };
  if (status === 429) return fault('INTEGRATION_RATE_LIMITED', 'slow_down', { ...options, values: { host } });
  if (status >= 500) return fault('INTEGRATION_UNAVAILABLE', 'failing', { ...options, values: { host, status: String(status) } });
  const field = 'baseUrls';
  if (status === 401) return fault('INTEGRATION_UNAUTHORIZED', 'wants_sign_in', { values: { host }, field });
  if (status === 403) return fault('INTEGRATION_FORBIDDEN', 'not_let_in', { values: { host }, field });
  if (status === 404) return fault('INTEGRATION_NOT_FOUND', 'nothing_there', { values: { host }, field });
  return fault('INTEGRATION_BAD_RESPONSE', 'unexpected_answer', { values: { host, status: String(status) } });
}
