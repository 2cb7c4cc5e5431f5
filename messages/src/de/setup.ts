import type { setupMessages as english } from '../en/setup.js';
import type { Translation } from '../messages.js';

export const setupMessages: Translation<typeof english> = {
  'setup.title': 'Lectern einrichten',
  'setup.steps': 'Schritte',
  'setup.step.admin': 'Dein Konto',
  'setup.step.library': 'Bibliothek',
  'setup.step.integrations': 'Verbindungen',
  'setup.signIn': 'Die Einrichtung wurde schon begonnen. Melde dich als Admin an, um fortzufahren.',
  'setup.admin.lead': 'Erstelle das erste Konto. Es darf alles, auch weitere Konten erstellen.',
  'setup.token': 'Einrichtungstoken',
  'setup.token.help': 'Es wurde dort ausgegeben, wo Lectern gestartet wurde.',
  'setup.token.wrong': 'Das ist nicht das ausgegebene Token. Bis die Einrichtung fertig ist, wird bei jedem Start ein neues ausgegeben.',
  'setup.admin.submit': 'Konto erstellen',
  'setup.library.lead':
    'Lectern testet den Ordner, bevor es ihn nutzt: Kann es dort schreiben, und kann es Dateien aus dem Download-Ordner verlinken?',
  'setup.library.path': 'Bibliotheksordner',
  'setup.library.path.help': 'Wo fertige Bücher liegen. Dein Medienserver liest denselben Ordner.',
  'setup.library.downloads': 'Download-Ordner',
  'setup.library.downloads.help': 'Wenn er auf demselben Datenträger wie die Bibliothek liegt, werden Dateien verlinkt statt kopiert.',
  'setup.library.test': 'Testen und speichern',
  'setup.integrations.lead': 'Mit je einem davon findet eine Anfrage ihren Weg von der Suche bis zu deinen Ohren.',
  'setup.integrations.add': 'Hinzufügen',
  'setup.integrations.missing': 'Was fehlt, kannst du später unter Verwaltung → Integrationen hinzufügen.',
  'setup.finish': 'Mit Lectern loslegen',
  'setup.finish.anyway': 'Vorerst beenden',
};
