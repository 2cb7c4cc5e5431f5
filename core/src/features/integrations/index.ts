export type { Connected } from './connected.js';
export { checkAnswerSchema, createIntegrationChecks, sayAnswer } from './integration-checks.js';
export type { IntegrationService } from './integration-service.js';
export type { IntegrationRecord, IntegrationRecords } from '../integration-records/integration-store.js';
export { presentIntegrations } from './present-integration.js';
export { letsPeopleIn, LETS_PEOPLE_IN } from './sign-in-integrations.js';
