import type { EntitySchema } from 'typeorm';
import * as apiTokens from '../features/api-tokens/entities.js';
import * as audit from '../features/audit/entities.js';
import * as auth from '../features/auth/entities.js';
import * as catalog from '../features/catalog/entities.js';
import * as directDownloads from '../features/direct-downloads/entities.js';
import * as downloads from '../features/downloads/entities.js';
import * as externalSignIn from '../features/external-sign-in/entities.js';
import * as imports from '../features/imports/entities.js';
import * as integrations from '../features/integrations/entities.js';
import * as library from '../features/library/entities.js';
import * as lifecycle from '../features/lifecycle/entities.js';
import * as loginTokens from '../features/login-tokens/entities.js';
import * as notifications from '../features/notifications/entities.js';
import * as plugins from '../features/plugins/entities.js';
import * as requests from '../features/requests/entities.js';
import * as saving from '../features/saving/entities.js';
import * as search from '../features/search/entities.js';
import * as settings from '../features/settings/entities.js';
import * as shelves from '../features/shelves/entities.js';
import * as users from '../features/users/entities.js';

const FEATURES = [
  apiTokens,
  audit,
  auth,
  catalog,
  directDownloads,
  downloads,
  externalSignIn,
  imports,
  integrations,
  library,
  lifecycle,
  loginTokens,
  notifications,
  plugins,
  requests,
  saving,
  search,
  settings,
  shelves,
  users,
];

/** All entities, of all features. */
export const entities: readonly EntitySchema[] = FEATURES.flatMap((feature) => Object.values<EntitySchema>(feature));
