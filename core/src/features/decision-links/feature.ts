import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { createDecisionLinks, type DecisionLinks } from './decision-links.js';
import * as entities from './entities.js';
import { createLinkDecisions, type RequestDecisions } from './link-decisions.js';
import { decisionLinkRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly requests: RequestDecisions;
  readonly settings: SettingsService;
  readonly users: UserService;
}

interface Gives {
  readonly decisionLinks: DecisionLinks;
}

export const decisionLinks = defineFeature<Needs, Gives>({
  name: 'decision-links',
  entities,
  services: { decisionLinks: ({ database, now }) => createDecisionLinks({ database, now }) },
  routes: (c) => decisionLinkRoutes({ decisions: createLinkDecisions(c) }),
  whenRestored: async (run) => run('DELETE FROM decision_links'),
  forget: async ({ decisionLinks }) => void (await decisionLinks.prune()),
});
