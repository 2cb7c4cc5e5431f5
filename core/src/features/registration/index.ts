export { createRegistrationService } from './registration-service.js';
export { registrationRoutes } from './routes.js';
