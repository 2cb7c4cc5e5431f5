import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** The kinds of pages of the archive. */
export type PageKind = 'search' | 'file' | 'download';

const DRIFTS = { search: 'search_page_changed', file: 'page_of_file_changed', download: 'download_page_changed' } as const;

/** The error for a page with an unexpected structure. It names what is missing, so that an admin can report it. */
export function drift(host: string, page: PageKind, missing: string): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', DRIFTS[page], { values: { host, missing }, field: 'baseUrls' });
}
