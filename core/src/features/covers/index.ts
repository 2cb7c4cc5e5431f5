export { catalogHosts, type IntegrationSettings } from './catalog-hosts.js';
export type { CoverService } from './cover-service.js';
export { privateHost } from './private-hosts.js';
