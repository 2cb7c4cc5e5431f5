import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import * as entities from './entities.js';
import { createMailSettings } from './mail-settings.js';
import { createMailStore, type MailStore } from './mail-store.js';
import { createMailer, type Mailer, type MailerDeps } from './mailer.js';
import { mailRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly mail: Mailer;
  readonly mailStore: MailStore;
}

function mailerDeps({ settings, config, redact, now }: Needs): Omit<MailerDeps, 'store'> {
  return { settings, allowPrivateHosts: config.allowPrivateHosts, redact, now };
}

export const mail = defineFeature<Needs, Gives>({
  name: 'mail',
  entities,
  services: {
    mailStore: (c) => createMailStore(c),
    mail: (c) => createMailer({ ...mailerDeps(c), store: c.mailStore }),
  },
  routes: (c) =>
    mailRoutes({
      mailSettings: createMailSettings({ database: c.database, audit: c.audit, store: c.mailStore }),
      mailer: mailerDeps(c),
      users: c.users,
      database: c.database,
      audit: c.audit,
    }),
});
