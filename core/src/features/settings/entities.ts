import { defineEntity, key, text, time } from '../../platform/db/index.js';

export const SettingEntity = defineEntity('settings', { key: key(text(100)), value: text(), updatedAt: time() });
