export { createExternalFlows, type ExternalFlowDeps, type ExternalFlows } from './external-flows.js';
export { createIdentityService, type IdentityService } from './identity-service.js';
export { linkRoutes } from './link-routes.js';
export { createOwnIdentities, type OwnIdentities } from './own-identities.js';
export { signInProviders } from './provider-list.js';
export { externalSignInRoutes } from './routes.js';
