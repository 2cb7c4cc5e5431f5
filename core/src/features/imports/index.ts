export type { ImportCatalog, ImportDependencies, ImportOrder } from './import-dependencies.js';
export { MOST_IMPORT_ATTEMPTS } from './import-failure.js';
export { importJobs } from './import-job.js';
export { sweepAbandonedImports } from './import-sweep.js';
