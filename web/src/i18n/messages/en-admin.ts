import { adminRequestMessages } from './en-admin-requests.js';
import { binMessages } from './en-bin.js';
import { uploadsMessages } from './en-uploads.js';
import { blocklistMessages } from './en-blocklist.js';
import { checkUpMessages } from './en-check-up.js';
import { formMessages } from './en-forms.js';
import { integrationMessages } from './en-integrations.js';
import { libraryMessages } from './en-library.js';
import { mailMessages } from './en-mail.js';
import { manualImportMessages } from './en-manual-import.js';
import { pluginMessages } from './en-plugins.js';
import { renameMessages } from './en-renames.js';
import { settingsMessages } from './en-settings.js';
import { setupMessages } from './en-setup.js';
import { upkeepMessages } from './en-upkeep.js';
import { takeInMessages } from './en-take-in.js';
import { userMessages } from './en-users.js';
import { webhookMessages } from './en-webhooks.js';

/** Messages of the setup wizard, the admin pages and the form renderer, joined; loaded with them. */
export const adminMessages = {
  ...adminRequestMessages,
  ...checkUpMessages,
  ...formMessages,
  ...integrationMessages,
  ...libraryMessages,
  ...mailMessages,
  ...manualImportMessages,
  ...pluginMessages,
  ...renameMessages,
  ...settingsMessages,
  ...takeInMessages,
  ...setupMessages,
  ...binMessages,
  ...uploadsMessages,
  ...blocklistMessages,
  ...upkeepMessages,
  ...userMessages,
  ...webhookMessages,
};
