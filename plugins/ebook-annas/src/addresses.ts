import { fault } from './fault.js';
import type { ArchiveSettings } from './settings.js';

type Wrong = 'not_confirmed_lawful' | 'address_missing' | 'not_an_address' | 'plain_http';

/**
 * The addresses to ask, preferred first, without trailing slash.
 *
 * @throws IntegrationError MISCONFIGURED naming the setting to change
 */
export function addressesOf(settings: Pick<ArchiveSettings, 'baseUrls' | 'confirmLawful' | 'allowPlainHttp'>): readonly string[] {
  const wrong = (field: keyof ArchiveSettings, key: Wrong, values: Readonly<Record<string, string>> = {}): never => {
    throw fault('INTEGRATION_MISCONFIGURED', key, { values, field });
  };
  if (!settings.confirmLawful) wrong('confirmLawful', 'not_confirmed_lawful');
  if (settings.baseUrls.length === 0) wrong('baseUrls', 'address_missing');
  return settings.baseUrls.map((address) => {
    const url = URL.canParse(address) ? new URL(address) : wrong('baseUrls', 'not_an_address', { address });
    if (url.protocol === 'http:' && !settings.allowPlainHttp) {
      wrong('baseUrls', 'plain_http', { host: url.host });
    }
    return url.origin;
  });
}
