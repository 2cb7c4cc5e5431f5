import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { Caller, TokenRefusal } from '../../platform/http/route.js';
import type { AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import type { SettingsService } from '../settings/index.js';
import { createApiTokenReader } from './api-token-reader.js';
import { createApiTokenService, type ApiTokenService } from './api-token-service.js';
import * as entities from './entities.js';
import { apiTokenRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly connections: LiveConnections;
  readonly settings: SettingsService;
}

interface Gives {
  readonly apiTokens: ApiTokenService;
  readonly apiTokenReader: (token: string) => Promise<Caller | TokenRefusal>;
}

export const apiTokens = defineFeature<Needs, Gives>({
  name: 'api-tokens',
  entities,
  owned: { 'API token': { owner: 'SELECT id FROM api_tokens WHERE id = ? AND user_id = ?' } },
  services: {
    apiTokens: (c) => createApiTokenService(c),
    apiTokenReader: (c) => createApiTokenReader(c),
  },
  async whenRestored(run, { restoredAt, revokeTokens }) {
    if (revokeTokens) await run('UPDATE api_tokens SET revoked_at = ? WHERE revoked_at IS NULL', [restoredAt]);
  },
  routes: ({ apiTokens }) => apiTokenRoutes({ apiTokens }),
});
