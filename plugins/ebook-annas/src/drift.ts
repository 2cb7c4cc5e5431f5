import { IntegrationError } from '@lectern/plugin-api';

/** The error for a page with an unexpected structure. It names what is missing, so that an admin can report it. */
export function drift(host: string, page: string, missing: string): IntegrationError {
  return new IntegrationError(
    'INTEGRATION_BAD_RESPONSE',
    `${host}: the ${page} has changed or is not the archive's; not found: ${missing}. Check the address, or wait for an update of this plugin.`,
    { field: 'baseUrls' },
  );
}
