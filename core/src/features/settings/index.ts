export { DEFAULT_SETTINGS, saidForm, settingsSections } from './settings.js';
export type { Settings } from './settings.js';
export { createSettingsService } from './settings-service.js';
export type { SettingsDeps, SettingsService } from './settings-service.js';
export { choice, field, nullable, schemaOf, section, toggle } from './section.js';
export { formOf } from './section-form.js';
export { publicAddress } from './public-address.js';
export { indexerKey } from './indexer-rules.js';
export { settingsRoutes } from './routes.js';
