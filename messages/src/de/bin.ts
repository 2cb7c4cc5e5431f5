import type { binMessages as english } from '../en/bin.js';
import type { Translation } from '../messages.js';

export const binMessages: Translation<typeof english> = {
  'bin.link': 'Papierkorb',
  'bin.title': 'Papierkorb',
  'bin.lead': 'Dateien, die Lectern nicht abgelegt hat und die einem anderen Exemplar gewichen sind. Sie werden nach 30 Tagen gelöscht.',
  'bin.list': 'Bücher im Papierkorb',
  'bin.none': 'Der Papierkorb ist leer',
  'bin.none.body': 'Wenn du ein gemeldetes Buch ersetzt, das Lectern nicht abgelegt hat, kommen seine Dateien hierher.',
  'bin.files': '{count, plural, one {# Datei} other {# Dateien}}, {size}',
  'bin.from': 'Aus',
  'bin.since': 'Hierher verschoben {when} von {name}',
  'bin.until': 'wird am {date} gelöscht',
  'bin.busy': 'Die Dateien werden gerade verschoben oder gelöscht.',
  'bin.away':
    'Die Dateien sind nicht erreichbar. Ist der Datenträger der Bibliothek eingehängt? Bis sie erreichbar sind, wird nichts automatisch gelöscht. Wenn jemand sie von Hand gelöscht hat, nimmt „Jetzt löschen“ das Buch von dieser Liste.',
  'bin.restore': 'Wiederherstellen',
  'bin.restore.of': 'Wiederherstellen: {title}',
  'bin.restored': '{count, plural, one {# Datei ist} other {# Dateien sind}} wieder dort, wo sie {count, plural, one {war} other {waren}}.',
  'bin.restored.none': 'Keine Datei konnte zurückgelegt werden.',
  'bin.delete': 'Jetzt löschen',
  'bin.delete.of': 'Jetzt löschen: {title}',
  'bin.delete.title': 'Dateien von „{title}“ löschen?',
  'bin.delete.body':
    '{count, plural, one {# Datei wird} other {# Dateien werden}} vom Datenträger gelöscht ({size}). Das kann nicht rückgängig gemacht werden.',
  'bin.delete.confirm': '{count, plural, one {# Datei} other {# Dateien}} löschen',
  'bin.deleted': '{count, plural, one {# Datei wurde} other {# Dateien wurden}} gelöscht.',
};
