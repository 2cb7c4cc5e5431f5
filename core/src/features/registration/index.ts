export { createRegistrationService, type RegistrationService } from './registration-service.js';
export { registrationRoutes } from './routes.js';
