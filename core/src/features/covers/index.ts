export { createCatalogFetch, type CatalogFetchDeps } from './catalog-fetch.js';
export { catalogHosts, type IntegrationSettings } from './catalog-hosts.js';
export type { CoverService } from './cover-service.js';
