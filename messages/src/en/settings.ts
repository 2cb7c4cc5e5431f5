/** Messages of the settings page and of the folder browser. The texts of the settings themselves are in their schema. */
export const settingsMessages = {
  'settings.sections': 'Sections',
  'settings.title': 'Settings',
  'settings.template.preview': 'Examples',
  'settings.template.placed': 'Books that are placed keep their names.',
  'settings.anyClient': 'Any client',
  'settings.clientGone': 'A client that was removed',
  'settings.clientGone.so':
    'Releases of this indexer go to the first client that takes them. Choose another client, or leave the field empty.',
  'folder.browse': 'Browse',
  'folder.title': 'Choose a folder',
  'folder.missing': 'There is no folder “{path}”. This is the nearest one:',
  'folder.up': 'Up one folder',
  'folder.titleFiles': 'Choose a folder or a file',
  'folder.use': 'Use this folder',
  'folder.create': 'Create folder',
  'folder.create.name': 'Name of the new folder',
  'folder.create.do': 'Create',
} as const;
