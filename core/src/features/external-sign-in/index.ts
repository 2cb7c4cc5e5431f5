export { createExternalFlows, FLOW_ERRORS, type ExternalFlowDeps, type ExternalFlows } from './external-flows.js';
export { createIdentityService, providerKey, type IdentityService } from './identity-service.js';
export { linkRoutes } from './link-routes.js';
export { createOwnIdentities, type OwnIdentities } from './own-identities.js';
export { signInProviders, type ProviderListDeps } from './provider-list.js';
export { externalSignInRoutes, returnedSchema } from './routes.js';
