import type { ErrorRow } from './error-row.js';

/** Codes with which installing a plugin is refused or fails. They are never reused; messages end with what to do. */
export const INSTALL_ERRORS = {
  install_name_invalid: {
    status: 422,
    meaning: 'This is not the name of a plugin.',
    todo: 'Plugins are called lectern-plugin-… or @somebody/lectern-plugin-….',
  },
  install_version_invalid: {
    status: 422,
    meaning: 'This is not a version, a range or a tag.',
    todo: 'Give a version, such as 1.2.3, a range, such as ^1.2, a tag, such as beta, or nothing for the newest made for this Lectern.',
  },
  install_not_found: {
    status: 404,
    meaning: 'The registry does not have this package, or lacks its archive.',
    todo: 'Check the name and the registry.',
  },
  install_no_such_version: {
    status: 404,
    meaning: 'The package has no such version.',
    todo: 'Give one of those it has, or none for the newest.',
  },
  install_registry_unreachable: {
    status: 502,
    meaning: 'The plugin registry cannot be reached.',
    todo: 'Check LECTERN_PLUGIN_REGISTRY and the network, or upload the package as a .tgz file.',
  },
  install_registry_refused: {
    status: 502,
    meaning: 'The plugin registry refused the request.',
    todo: 'Check LECTERN_PLUGIN_REGISTRY_TOKEN.',
  },
  install_registry_answer: {
    status: 502,
    meaning: 'The plugin registry answered something that cannot be used.',
    todo: 'Check that LECTERN_PLUGIN_REGISTRY is the address of an npm registry.',
  },
  install_no_search: {
    status: 422,
    meaning: 'The plugin registry cannot be searched.',
    todo: 'Give the name of the package, or upload it as a .tgz file.',
  },
  install_integrity: {
    status: 422,
    meaning: 'The archive is not the one that the registry announced.',
    todo: 'Nothing of it was kept. Try again; if that does not help, do not trust this package and tell its author.',
  },
  install_too_large: {
    status: 413,
    meaning: 'The package is larger than a plugin may be.',
    todo: 'Tell its author to leave out what a plugin does not need.',
  },
  install_archive_invalid: {
    status: 422,
    meaning: 'The file is not an npm package.',
    todo: 'Make it with `npm pack`, and upload or publish it again.',
  },
  install_archive_unsafe: {
    status: 422,
    meaning: 'The archive holds something that would leave its folder.',
    todo: 'Do not trust this package. A plugin is made with `npm pack`, which makes no such archives.',
  },
  install_not_a_plugin: {
    status: 422,
    meaning: 'The package is not a plugin of Lectern.',
    todo: 'Choose a package with the keyword lectern-plugin and a manifest; its author finds more in the guide.',
  },
  install_manifest_invalid: {
    status: 422,
    meaning: 'The manifest of the plugin is not valid.',
    todo: 'The package has to be corrected by its author; try another version.',
  },
  install_has_scripts: {
    status: 422,
    meaning: 'The package, or one it depends on, wants to run scripts when it is installed.',
    todo: 'Lectern never runs them. Tell its author; a plugin comes ready to run.',
  },
  install_native: {
    status: 422,
    meaning: 'The package, or one it depends on, holds native code.',
    todo: 'It could end the server, and fits one machine only. Tell its author; a plugin is JavaScript or WebAssembly.',
  },
  install_dependency_outside: {
    status: 422,
    meaning: 'The package depends on something that is not in a registry.',
    todo: 'Nothing of it has run. Tell its author; a plugin needs only packages that a registry has.',
  },
  install_node_version: {
    status: 422,
    meaning: 'The plugin needs another version of Node.js.',
    todo: 'Update Node.js, or choose a version of the plugin made for this one.',
  },
  install_id_taken: {
    status: 409,
    meaning: 'Another plugin has the same id.',
    todo: 'Remove the other one first, if this is the one you want.',
  },
  install_already: {
    status: 409,
    meaning: 'This version is already installed.',
    todo: 'Nothing was changed.',
  },
  install_incompatible: {
    status: 422,
    meaning: 'The plugin is made for another version of Lectern.',
    todo: 'Choose a version made for this Lectern, update Lectern, or install it anyway at your own risk.',
  },
  install_npm_missing: {
    status: 503,
    meaning: 'The server has no npm.',
    todo: 'Install npm beside Node.js; Lectern needs it for the packages a plugin depends on.',
  },
  install_npm_failed: {
    status: 422,
    meaning: 'npm could not install what the plugin depends on.',
    todo: 'Nothing was changed. Try again, or another version.',
  },
  install_check_failed: {
    status: 422,
    meaning: 'The plugin does not load.',
    todo: 'Nothing was changed. Try another version, and tell its author.',
  },
  install_cancelled: {
    status: 409,
    meaning: 'The installation was cancelled.',
    todo: 'Nothing was changed.',
  },
  install_busy: {
    status: 409,
    meaning: 'Another process is installing or removing plugins.',
    todo: 'Wait until it is done, then try again.',
  },
  install_disk: {
    status: 507,
    meaning: 'The plugin could not be written to the data directory.',
    todo: 'Make space, or correct the permissions of the data directory.',
  },
} as const satisfies Record<string, ErrorRow>;
