export { downloadRoutes } from './routes.js';
