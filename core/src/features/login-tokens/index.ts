export { createLoginTokenService, LOGIN_TOKEN_HOURS, type LoginTokenService } from './login-token-service.js';
export { loginTokenRoutes } from './routes.js';
