export type { ImportPreviewer } from './import-preview.js';
export type { ImportCatalog } from './import-dependencies.js';
export { ImportStop } from './import-stop.js';
export { folderByTemplate, planPlaces } from './plan-places.js';
