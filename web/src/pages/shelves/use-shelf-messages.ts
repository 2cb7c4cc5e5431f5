import { registerMessages } from '../../i18n/catalog.js';
import { adminMessages } from '../../i18n/messages/en-admin.js';
import { shelfMessages } from '../../i18n/messages/en-shelves.js';

/** The shelf pages bring their own messages, and those of settings forms. */
registerMessages({ ...adminMessages, ...shelfMessages });
