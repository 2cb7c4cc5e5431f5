export { DEFAULT_SETTINGS, settingsSections } from './settings.js';
export type { Settings, SettingsPatch, SettingsSection } from './settings.js';
export { createSettingsService } from './settings-service.js';
export type { SettingsDeps, SettingsListener, SettingsService } from './settings-service.js';
export { settingsRoutes } from './routes.js';
export type { SettingsRoutesDeps } from './routes.js';
