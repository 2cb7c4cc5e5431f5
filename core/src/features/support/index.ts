export { gatherSupportBundle, supportBundleName } from './support-bundle.js';
