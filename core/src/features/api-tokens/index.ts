export { createApiTokenReader } from './api-token-reader.js';
export { createApiTokenService, MOST_ACTIVE_TOKENS } from './api-token-service.js';
export { apiTokenRoutes } from './routes.js';
