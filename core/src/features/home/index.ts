export { createHomeService } from './home-service.js';
export type { HomeDeps, HomeSection, HomeSectionId, HomeService } from './home-service.js';
export { homeRoutes } from './routes.js';
