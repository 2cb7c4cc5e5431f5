/** The scaffold as a function; `npm create lectern-plugin` is the same as a command. */
export { createPlugin, type CreatedPlugin, type CreatePluginOptions } from './create-plugin.js';
export { KIND_NAMES } from './plugin-kinds.js';
