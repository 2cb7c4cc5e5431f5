export { createPluginManager } from './plugin-manager.js';
export type { PluginManager } from './plugin-manager.js';
export { createInstallOrders, pluginJobs } from './plugin-jobs.js';
export { createPluginStore } from './plugin-store.js';
export type { PluginStore } from './plugin-store.js';
export { pluginDecisions, readPluginRecords } from './plugin-records.js';
export { pluginRoutes } from './routes.js';
export { createRunningVersions } from './running-versions.js';
export { createUpdateCheck } from './update-check.js';
