/** Messages of the page of settings and of the folder browser. The settings themselves bring their words in their schema. */
export const settingsMessages = {
  'settings.title': 'Settings',
  'settings.template.preview': 'Examples',
  'folder.browse': 'Browse',
  'folder.title': 'Choose a folder',
  'folder.up': 'One up',
  'folder.use': 'Use this folder',
} as const;
