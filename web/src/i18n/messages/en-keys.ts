/** Messages of the palette's actions and of the dialog that lists the keys. */
export const keyMessages = {
  'keys.title': 'Keyboard shortcuts',
  'keys.palette': 'Go to a page or run an action',
  'keys.search': 'Go to the search box',
  'keys.next': 'Next book or request',
  'keys.previous': 'Previous book or request',
  'keys.help': 'Show these shortcuts',
  'keys.switch': 'Use single keys',
  'keys.switch.help': 'Off for this browser, if you press letters without meaning to. Ctrl K always works.',
  'verb.theme': 'Appearance: {scheme}',
  'verb.scan': 'Scan the library now',
  'verb.scan.done': 'The library is being scanned.',
  'verb.backup': 'Make a backup now',
  'verb.backup.done': 'The backup is being made.',
  'verb.addIntegration': 'Add an integration',
  'verb.importFiles': 'Import files from the server',
  'verb.takeIn': 'Take in a folder of books',
} as const;
