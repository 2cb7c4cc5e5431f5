import { needMessages } from '../../i18n/catalog.js';

/** The shelf pages bring their own messages, and those of settings forms. */
needMessages('admin', 'shelves');
