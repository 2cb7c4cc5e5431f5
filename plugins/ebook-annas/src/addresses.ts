import { IntegrationError } from '@lectern/plugin-api';
import type { ArchiveSettings } from './settings.js';

/**
 * The addresses to ask, preferred first, without trailing slash.
 *
 * @throws IntegrationError MISCONFIGURED naming the setting to change
 */
export function addressesOf(settings: Pick<ArchiveSettings, 'baseUrls' | 'confirmLawful' | 'allowPlainHttp'>): readonly string[] {
  const wrong = (field: keyof ArchiveSettings, message: string): never => {
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field });
  };
  if (!settings.confirmLawful)
    wrong('confirmLawful', 'Confirm that downloading from this archive is lawful for you; until then it is not asked.');
  if (settings.baseUrls.length === 0) wrong('baseUrls', 'Give the address of the archive. None is built in.');
  return settings.baseUrls.map((address) => {
    const url = URL.canParse(address) ? new URL(address) : wrong('baseUrls', `“${address}” is not an address.`);
    if (url.protocol === 'http:' && !settings.allowPlainHttp) {
      wrong('baseUrls', `${url.host}: use https://, or allow addresses without encryption.`);
    }
    return url.origin;
  });
}
