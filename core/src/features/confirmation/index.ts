export { createConfirmationService } from './confirmation-service.js';
export { confirmationRoutes } from './routes.js';
