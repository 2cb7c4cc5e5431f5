import type { ErrorRow } from './error-row.js';

/** Codes of settings, integrations, plugins, jobs and folders of the server. */
export const ADMINISTRATION_ERRORS = {
  library_unusable: {
    status: 422,
    meaning: 'Books cannot be placed in the chosen library folder. `errors` says why.',
    todo: 'Choose another folder, or correct its permissions.',
  },
  settings_invalid: {
    status: 422,
    meaning: 'Some settings are not valid. `errors` names each with its place.',
    todo: 'Correct what `errors` names.',
  },
  no_paths: {
    status: 409,
    meaning: 'The integration names no paths, so there is nothing to map.',
    todo: 'Leave the mappings out.',
  },
  only_one: {
    status: 409,
    meaning: 'The plugin takes only one integration, and there already is one.',
    todo: 'Change that one.',
  },
  per_user: {
    status: 409,
    meaning: 'The plugin is connected by each user, not by the admin.',
    todo: 'Connect it as a shelf.',
  },
  plugin_unusable: {
    status: 409,
    meaning: 'The plugin cannot be used at the moment, or has no settings.',
    todo: 'An admin finds the cause under Plugins.',
  },
  unknown_plugin: {
    status: 404,
    meaning: 'The plugin is not installed, or offers nothing of this kind.',
    todo: 'Read the list of plugins again.',
  },
  no_previous_version: {
    status: 409,
    meaning: 'There is no earlier version of the plugin to go back to.',
    todo: 'Install the version you want by its number.',
  },
  not_quarantined: {
    status: 409,
    meaning: 'The plugin is not in quarantine.',
    todo: 'Read the list of plugins again.',
  },
  plugin_bundled: {
    status: 409,
    meaning: 'The plugin comes with Lectern and changes with it.',
    todo: 'Update Lectern, or switch the plugin off.',
  },
  job_over: {
    status: 409,
    meaning: 'The job has already ended.',
    todo: 'Read the list of jobs again.',
  },
  path_not_absolute: {
    status: 400,
    meaning: 'The path of the folder does not begin at the root of the server.',
    todo: 'Give the whole path.',
  },
  path_no_access: {
    status: 403,
    meaning: 'Lectern is not allowed to read the folder.',
    todo: 'Correct owner and permissions of the folder, or the user that Lectern runs as.',
  },
  path_not_found: {
    status: 404,
    meaning: 'There is no such folder on the server.',
    todo: 'Correct the path.',
  },
  unfit_source: {
    status: 422,
    meaning: 'The files at the path cannot be imported, as the detail says.',
    todo: 'Choose the folder or file of one book, outside of the library.',
  },
  path_not_folder: {
    status: 422,
    meaning: 'The path leads to a file.',
    todo: 'Give the path of a folder.',
  },
  folder_exists: {
    status: 409,
    meaning: 'There already is something of this name in the folder.',
    todo: 'Choose another name, or use what is there.',
  },
  folder_name_invalid: {
    status: 422,
    meaning: 'No folder can have this name.',
    todo: 'Choose a short name without slashes, special characters, or spaces at the ends.',
  },
  folder_not_writable: {
    status: 403,
    meaning: 'Lectern cannot write to the folder, as the detail says.',
    todo: 'Correct owner and permissions of the folder, or how its disk is mounted, or free some space.',
  },
  webhook_address: {
    status: 422,
    meaning: 'Webhooks cannot be sent to this address, as the detail says.',
    todo: 'Give an https:// address, or an http:// address of your own network.',
  },
  webhook_off: {
    status: 409,
    meaning: 'The webhook is switched off.',
    todo: 'Switch it on, then send it again.',
  },
  too_many_webhooks: {
    status: 409,
    meaning: 'There are as many webhooks as there may be.',
    todo: 'Delete one that is no longer needed.',
  },
} as const satisfies Record<string, ErrorRow>;
