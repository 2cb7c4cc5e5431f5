import { registerMessages } from '../../i18n/catalog.js';
import { adminMessages } from '../../i18n/messages/en-admin.js';
import { shelfMessages } from '../../i18n/messages/en-shelves.js';

/** The pages of shelves bring their messages with them, and those of settings forms. */
registerMessages({ ...adminMessages, ...shelfMessages });
