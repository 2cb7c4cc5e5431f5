import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import { createAuditService, type AuditService } from './audit-service.js';
import * as entities from './entities.js';
import { auditRoutes } from './routes.js';

const DAY_MS = 86_400_000;

interface Needs extends PlatformServices {
  readonly settings: { get(): Promise<{ readonly audit: { readonly keepDays: number | null } }> };
}

interface Gives {
  readonly audit: AuditService;
}

export const audit = defineFeature<Needs, Gives>({
  name: 'audit',
  entities,
  services: { audit: (c) => createAuditService(c) },
  routes: (c) => auditRoutes(c),
  async forget(c) {
    const { keepDays } = (await c.settings.get()).audit;
    if (keepDays !== null) await c.audit.prune(new Date(c.now().getTime() - keepDays * DAY_MS));
  },
});
