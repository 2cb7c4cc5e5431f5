import { adminPageMessages } from './admin-pages.js';
import { adminRequestMessages } from './admin-requests.js';
import { binMessages } from './bin.js';
import { uploadsMessages } from './uploads.js';
import { blocklistMessages } from './blocklist.js';
import { checkUpMessages } from './check-up.js';
import { formMessages } from './forms.js';
import { integrationMessages } from './integrations.js';
import { libraryMessages } from './library.js';
import { mailMessages } from './mail.js';
import { manualImportMessages } from './manual-import.js';
import { pluginMessages } from './plugins.js';
import { renameMessages } from './renames.js';
import { settingsMessages } from './settings.js';
import { setupMessages } from './setup.js';
import { upkeepMessages } from './upkeep.js';
import { takeInMessages } from './take-in.js';
import { userMessages } from './users.js';
import { webhookMessages } from './webhooks.js';

/** Messages of the setup wizard, the admin pages and the form renderer, joined; loaded with them. */
export const adminMessages = {
  ...adminPageMessages,
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
