/** Every reason for which an installation is refused or fails, with what to do about it. Codes are never reused. */
export const INSTALL_ERRORS = {
  INSTALL_NAME_INVALID: 'Plugins are called lectern-plugin-… or @somebody/lectern-plugin-….',
  INSTALL_VERSION_INVALID:
    'Give a version, such as 1.2.3, a range, such as ^1.2, a tag, such as beta, or nothing for the newest made for this Lectern.',
  INSTALL_NOT_FOUND: 'Check the name and the registry.',
  INSTALL_NO_SUCH_VERSION: 'Give one of those it has, or none for the newest.',
  INSTALL_REGISTRY_UNREACHABLE: 'Check LECTERN_PLUGIN_REGISTRY and the network, or upload the package as a .tgz file.',
  INSTALL_REGISTRY_REFUSED: 'Check LECTERN_PLUGIN_REGISTRY_TOKEN.',
  INSTALL_REGISTRY_ANSWER: 'Check that LECTERN_PLUGIN_REGISTRY is the address of an npm registry.',
  INSTALL_NO_SEARCH: 'Give the name of the package, or upload it as a .tgz file.',
  INSTALL_INTEGRITY: 'Nothing of it was kept. Try again; if that does not help, do not trust this package and tell its author.',
  INSTALL_TOO_LARGE: 'Tell its author to leave out what a plugin does not need.',
  INSTALL_ARCHIVE_INVALID: 'Make it with `npm pack`, and upload or publish it again.',
  INSTALL_ARCHIVE_UNSAFE: 'Do not trust this package. A plugin is made with `npm pack`, which makes no such archives.',
  INSTALL_NOT_A_PLUGIN: 'Choose a package with the keyword lectern-plugin and a manifest; its author finds more in the guide.',
  INSTALL_MANIFEST_INVALID: 'The package has to be corrected by its author; try another version.',
  INSTALL_HAS_SCRIPTS: 'Lectern never runs them. Tell its author; a plugin comes ready to run.',
  INSTALL_DEPENDENCY_OUTSIDE: 'Nothing of it has run. Tell its author; a plugin needs only packages that a registry has.',
  INSTALL_NODE_VERSION: 'Update Node.js, or choose a version of the plugin made for this one.',
  INSTALL_ID_TAKEN: 'Remove the other one first, if this is the one you want.',
  INSTALL_ALREADY: 'Nothing was changed.',
  INSTALL_INCOMPATIBLE: 'Choose a version made for this Lectern, update Lectern, or install it all the same at your own risk.',
  INSTALL_NPM_MISSING: 'Install npm beside Node.js; Lectern needs it for the packages a plugin depends on.',
  INSTALL_NPM_FAILED: 'Nothing was changed. Try again, or another version.',
  INSTALL_CHECK_FAILED: 'Nothing was changed. Try another version, and tell its author.',
  INSTALL_CANCELLED: 'Nothing was changed.',
  INSTALL_BUSY: 'Wait until it is done, then try again.',
  INSTALL_DISK: 'Make space, or correct the permissions of the data directory.',
  INSTALL_NO_PREVIOUS: 'Install the version you want by its number.',
} as const satisfies Record<string, string>;

export type InstallErrorCode = keyof typeof INSTALL_ERRORS;

/** An installation that was refused or failed. The message says why and ends with what to do. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
  constructor(
    readonly code: InstallErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(`${message} ${INSTALL_ERRORS[code]}`, options);
  }
}
