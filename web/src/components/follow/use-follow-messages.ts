import { needMessages } from '../../i18n/catalog.js';

/** Pages on which people follow bring the messages for it. */
needMessages('following');
