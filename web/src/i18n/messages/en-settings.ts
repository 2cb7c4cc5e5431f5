/** Messages of the settings page and of the folder browser. The texts of the settings themselves are in their schema. */
export const settingsMessages = {
  'settings.title': 'Settings',
  'settings.template.preview': 'Examples',
  'folder.browse': 'Browse',
  'folder.title': 'Choose a folder',
  'folder.up': 'Up one folder',
  'folder.use': 'Use this folder',
} as const;
