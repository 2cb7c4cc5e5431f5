import { needMessages } from '../../i18n/catalog.js';

/** Pages and dialogs of reported problems bring the messages for them. */
needMessages('reports');
