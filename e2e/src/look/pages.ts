import { ADMIN_PAGES } from './admin-pages.js';
import { FORM_PAGES } from './form-pages.js';
import type { LookedAt } from './looked-at.js';
import { MANUAL_IMPORT_PAGES } from './manual-import-pages.js';
import { MEMBER_PAGES } from './member-pages.js';
import { RELEASE_PAGES } from './release-pages.js';
import { SERVICE_PAGES } from './service-pages.js';

export const PAGES: readonly LookedAt[] = [
  ...MEMBER_PAGES,
  ...RELEASE_PAGES,
  ...ADMIN_PAGES,
  ...MANUAL_IMPORT_PAGES,
  ...SERVICE_PAGES,
  ...FORM_PAGES,
];

/** Pages of a server that nobody has set up, in the order in which people meet them. */
export const SETUP_PAGES: readonly LookedAt[] = [{ name: 'setup', path: '/setup', as: 'nobody' }];
