import type { adminPageMessages as english } from '../en/admin-pages.js';
import type { Translation } from '../messages.js';

/** The list of admin pages: what they are about, and what is done on each. */
export const adminPageMessages: Translation<typeof english> = {
  'nav.admin.group.books': 'Bücher und Anfragen',
  'nav.admin.group.people': 'Personen und Zugang',
  'nav.admin.group.connections': 'Verbindungen',
  'nav.admin.group.server': 'Server',
  'nav.admin.choose': 'Seite wählen',
  'nav.admin.back': 'Zurück zu: {page}',
  'nav.admin.overview.about': 'Was Aufmerksamkeit braucht und was unterwegs ist',
  'nav.admin.approvals.about': 'Anfragen, die deine Genehmigung brauchen',
  'nav.admin.requests.about': 'Die Anfragen aller und was aus ihnen wurde',
  'nav.admin.library.about': 'Bücher deiner Medienserver; Dateien importieren und umbenennen',
  'nav.admin.reports.about': 'Gemeldete Probleme mit Büchern',
  'nav.admin.blocklist.about': 'Releases, die nie heruntergeladen werden',
  'nav.admin.users.about': 'Konten, Rechte und Anfragelimits',
  'nav.admin.apiTokens.about': 'Zugang für andere Programme',
  'nav.admin.integrations.about': 'Kataloge, Indexer, Download-Clients und Medienserver',
  'nav.admin.plugins.about': 'Plugins installieren, aktualisieren und entfernen',
  'nav.admin.mail.about': 'Der Mailserver, der Nachrichten sendet',
  'nav.admin.webhooks.about': 'Anderen Programmen melden, was geschieht',
  'nav.admin.settings.about': 'Ordner, Releases, Anmeldung und mehr',
  'nav.admin.jobs.about': 'Aufgaben im Hintergrund und ihr Zeitplan',
  'nav.admin.backups.about': 'Die Datenbank sichern und wiederherstellen',
  'nav.admin.audit.about': 'Wer wann was getan hat',
  'nav.admin.logs.about': 'Was der Server über seine Arbeit schreibt',
};
