export { createExternalFlows, FLOW_ERRORS, type ExternalFlowDeps } from './external-flows.js';
export { createIdentityService, providerKey } from './identity-service.js';
export { linkedAccounts } from './identity-rows.js';
export { linkRoutes } from './link-routes.js';
export { createOwnIdentities } from './own-identities.js';
export { signInProviders, type ProviderListDeps } from './provider-list.js';
export { externalSignInRoutes, returnedSchema } from './routes.js';
