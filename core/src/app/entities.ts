import { auditEntities } from '../features/audit/index.js';
import { authEntities } from '../features/auth/index.js';
import { catalogEntities } from '../features/catalog/index.js';
import { integrationEntities } from '../features/integrations/index.js';
import { libraryEntities } from '../features/library/index.js';
import { notificationEntities } from '../features/notifications/index.js';
import { settingsEntities } from '../features/settings/index.js';
import { userEntities } from '../features/users/index.js';

/** All entities, of all features. */
export const entities = [
  ...userEntities,
  ...authEntities,
  ...settingsEntities,
  ...auditEntities,
  ...integrationEntities,
  ...catalogEntities,
  ...libraryEntities,
  ...notificationEntities,
];
