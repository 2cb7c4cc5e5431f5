import type { keyMessages as english } from '../en/keys.js';
import type { Translation } from '../messages.js';

export const keyMessages: Translation<typeof english> = {
  'keys.title': 'Tastenkürzel',
  'keys.palette': 'Zu einer Seite gehen oder eine Aktion ausführen',
  'keys.search': 'Zum Suchfeld gehen',
  'keys.next': 'Nächstes Buch oder nächste Anfrage',
  'keys.previous': 'Voriges Buch oder vorige Anfrage',
  'keys.beside': 'Voriges oder nächstes Buch der Liste, in der Ansicht eines Buchs',
  'keys.arrows': 'Zwischen den Büchern einer Liste wechseln',
  'keys.request': 'Das ausgewählte Buch anfragen',
  'keys.select': 'Die Anfrage auswählen oder abwählen',
  'keys.selectRange': 'Alle von der letzten bis zu dieser auswählen',
  'keys.help': 'Diese Tastenkürzel anzeigen',
  'keys.switch': 'Einzelne Tasten verwenden',
  'keys.switch.help': 'Schalte sie in diesem Browser aus, wenn du öfter versehentlich Buchstaben drückst. Strg K funktioniert immer.',
  'verb.theme': 'Darstellung: {scheme}',
  'verb.scan': 'Bibliothek jetzt einlesen',
  'verb.scan.done': 'Die Bibliothek wird eingelesen.',
  'verb.backup': 'Jetzt ein Backup erstellen',
  'verb.backup.done': 'Das Backup wird erstellt.',
  'verb.addIntegration': 'Integration hinzufügen',
  'verb.importFiles': 'Dateien vom Server importieren',
  'verb.takeIn': 'Einen vorhandenen Ordner mit Büchern übernehmen',
};
