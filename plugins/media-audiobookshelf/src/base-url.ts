import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

/**
 * Scheme, host, port and sub-path of the server, without a trailing slash, query or fragment.
 *
 * A pasted `/api` at the end is dropped: the sign-in and status routes do not live under it.
 *
 * @param field the setting to blame
 */
export function normalizeBaseUrl(typed: string, field: 'baseUrl' | 'publicUrl' = 'baseUrl'): string {
  let url: URL;
  try {
    url = new URL(typed.trim());
  } catch (cause) {
    throw misconfigured(field, cause);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw misconfigured(field);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api$/i, '');
  return `${url.protocol}//${url.host}${path}`;
}

function misconfigured(field: 'baseUrl' | 'publicUrl', cause?: unknown): IntegrationError {
  return fault('INTEGRATION_MISCONFIGURED', 'not_a_web_address', { cause, field });
}
