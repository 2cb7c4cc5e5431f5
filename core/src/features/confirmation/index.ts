export { createConfirmationService, type ConfirmationService } from './confirmation-service.js';
export { confirmationRoutes } from './routes.js';
