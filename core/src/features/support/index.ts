export { supportRoutes } from './routes.js';
export { gatherSupportBundle, supportBundleName } from './support-bundle.js';
