export { type RequestService } from './request-service.js';
