export { createLoginTokenService } from './login-token-service.js';
export { loginTokenRoutes } from './routes.js';
