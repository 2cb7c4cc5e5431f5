/** Written by core/src/app/server-words.spec.ts from the sources of the server, which this English is a copy of. */
export const pluginAdviceWords = {
  'plugin_advice.plugin_not_installed': 'Install the plugin, or remove the integration.',
  'plugin_advice.plugin_manifest_invalid': 'Its author has to correct the package; install another version.',
  'plugin_advice.plugin_incompatible': 'Install a version of the plugin made for this version of Lectern, or update Lectern.',
  'plugin_advice.plugin_dependency_missing': 'Install the plugin again; if that does not help, tell its author.',
  'plugin_advice.plugin_import_failed': 'Install another version of the plugin, and tell its author.',
  'plugin_advice.plugin_shape_invalid': 'The plugin does not offer what its manifest says; tell its author.',
  'plugin_advice.plugin_create_timeout': 'Check that the service answers, then save the settings again to start anew.',
  'plugin_advice.plugin_quarantined':
    'The plugin crashed or blocked the server, or changed built-in objects. Update or disable the plugin, then release it.',
  'plugin_advice.plugin_disabled': 'Enable it in Admin → Plugins, or with `lectern plugins enable`.',
  'plugin_advice.hook_timeout': 'The plugin took too long; Lectern went on without its answer.',
  'plugin_advice.hook_failed': 'Tell the author of the plugin; Lectern went on without it.',
} as const;
