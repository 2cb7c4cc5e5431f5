import type { settingsMessages as english } from '../en/settings.js';
import type { Translation } from '../messages.js';

export const settingsMessages: Translation<typeof english> = {
  'settings.sections': 'Abschnitte',
  'settings.title': 'Einstellungen',
  'settings.template.preview': 'Beispiele',
  'settings.template.placed': 'Abgelegte Bücher behalten ihre Namen.',
  'settings.anyClient': 'Beliebiger Client',
  'settings.clientGone': 'Ein Client, der entfernt wurde',
  'settings.clientGone.so':
    'Releases dieses Indexers gehen an den ersten Client, der sie annimmt. Wähle einen anderen Client aus, oder lass das Feld leer.',
  'folder.browse': 'Durchsuchen',
  'folder.title': 'Ordner auswählen',
  'folder.missing': 'Es gibt keinen Ordner „{path}“. Das ist der nächstgelegene:',
  'folder.up': 'Einen Ordner nach oben',
  'folder.titleFiles': 'Ordner oder Datei auswählen',
  'folder.use': 'Diesen Ordner verwenden',
  'folder.create': 'Ordner anlegen',
  'folder.create.name': 'Name des neuen Ordners',
  'folder.create.do': 'Anlegen',
};
