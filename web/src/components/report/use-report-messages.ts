import { registerMessages } from '../../i18n/catalog.js';
import { reportMessages } from '../../i18n/messages/en-reports.js';

/** Pages and dialogs of reported problems bring the messages for them. */
registerMessages(reportMessages);
