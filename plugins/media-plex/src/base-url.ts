import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

type AddressField = 'baseUrl' | 'publicUrl' | 'plexTvUrl';

/**
 * Scheme, host, port and sub-path without a trailing slash, query or fragment. The path of the web app, which people
 * paste (`/web/index.html#!/…`), is removed.
 *
 * @param field the setting to blame
 */
export function normalizeBaseUrl(typed: string, field: AddressField): string {
  let url: URL;
  try {
    url = new URL(typed.trim());
  } catch (cause) {
    throw misconfigured(field, cause);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw misconfigured(field);
  const path = url.pathname.replace(/\/web(?:\/.*)?$/is, '').replace(/(?<!\/)\/+$/, '');
  return `${url.protocol}//${url.host}${path}`;
}

function misconfigured(field: AddressField, cause?: unknown): IntegrationError {
  return fault('INTEGRATION_MISCONFIGURED', field === 'plexTvUrl' ? 'plex_tv_not_a_web_address' : 'not_a_web_address', { cause, field });
}
