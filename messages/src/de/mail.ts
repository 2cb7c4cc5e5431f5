import type { mailMessages as english } from '../en/mail.js';
import type { Translation } from '../messages.js';

export const mailMessages: Translation<typeof english> = {
  'mail.title': 'E-Mail',
  'mail.lead': 'Der Mailserver, über den Lectern Nachrichten an Personen sendet.',
  'mail.remove': 'Entfernen',
  'mail.remove.title': 'Mailserver entfernen?',
  'mail.remove.body': 'Lectern vergisst den Server und sein Passwort und sendet keine E-Mails mehr.',
  'mail.removed': 'Der Mailserver wurde entfernt.',
  'mail.unencrypted':
    'Ohne Verschlüsselung können das Passwort und alle Nachrichten unterwegs mitgelesen werden. Wähle das nur für einen Server auf diesem Rechner oder in einem Netz, dem du vertraust.',
  'mail.test': 'Ausprobieren',
  'mail.test.note': 'Sendet eine echte Nachricht mit den Angaben von oben, gespeichert oder nicht.',
  'mail.test.to': 'Senden an',
  'mail.test.send': 'Test-E-Mail senden',
  'mail.test.noAddress': 'Gib eine E-Mail-Adresse ein, etwa du@example.org.',
  'mail.test.ok': 'Der Server hat die Nachricht nach {ms} ms angenommen. Sieh im Postfach nach, auch im Spam-Ordner.',
  'mail.test.steps': 'Wie weit es kam',
  'mail.step.resolve': 'Server finden',
  'mail.step.connect': 'Verbinden',
  'mail.step.greet': 'Begrüßung empfangen',
  'mail.step.encrypt': 'Verbindung verschlüsseln',
  'mail.step.sign_in': 'Anmelden',
  'mail.step.sender': 'Absender nennen',
  'mail.step.recipient': 'Empfänger nennen',
  'mail.step.message': 'Nachricht übergeben',
  'mail.stepState.done': 'Fertig',
  'mail.stepState.failed': 'Fehlgeschlagen',
  'mail.stepState.not_reached': 'Nicht erreicht',
};
