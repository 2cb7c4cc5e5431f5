import { registerMessages } from '../../i18n/catalog.js';
import { followMessages } from '../../i18n/messages/en-following.js';

/** Pages on which people follow bring the messages for it. */
registerMessages(followMessages);
