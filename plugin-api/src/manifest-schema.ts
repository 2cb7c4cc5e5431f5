import type { JsonObject } from './json.js';
import { PROVIDER_KINDS } from './providers.js';

const TEXT = { type: 'string', minLength: 1, maxLength: 300 };
const TEXTS = { type: 'array', items: TEXT, maxItems: 100 };

/**
 * The requirements for a plugin's package.json, as JSON Schema (draft-07). The host checks it before it runs any code
 * of the package, the test kit before anything is published.
 *
 * @since 1.1.0
 */
export const PLUGIN_PACKAGE_SCHEMA: JsonObject = {
  type: 'object',
  required: ['name', 'version', 'lectern'],
  properties: {
    name: TEXT,
    version: TEXT,
    lectern: {
      type: 'object',
      required: ['manifest', 'id', 'api', 'provides', 'instances', 'displayName', 'settings', 'hosts'],
      properties: {
        manifest: { const: 1 },
        id: { type: 'string', maxLength: 100, pattern: '^[a-z0-9]+(-[a-z0-9]+)+$' },
        api: TEXT,
        provides: { type: 'array', items: { enum: [...PROVIDER_KINDS] }, uniqueItems: true },
        instances: { enum: ['one', 'many', 'per-user'] },
        displayName: { ...TEXT, maxLength: 80 },
        settings: { type: 'string', maxLength: 300, pattern: '^\\./(?!.*\\.\\.).+\\.json$' },
        messages: { type: 'string', maxLength: 300, pattern: '^\\./(?!.*\\.\\.)[^\\\\]*[^/\\\\]$' },
        hosts: TEXTS,
        personal: { type: 'boolean' },
        recommends: TEXTS,
      },
    },
  },
};
