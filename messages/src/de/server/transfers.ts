import type { transferWords as english } from '../../en/server/transfers.js';
import type { Translation } from '../../messages.js';

export const transferWords: Translation<typeof english> = {
  'transfer.disk_full': 'Die Festplatte ist voll.',
  'transfer.no_room': 'Auf der Festplatte ist nicht genug Platz für den Download.',
  'transfer.silent': '{host} hat nicht rechtzeitig geantwortet.',
  'transfer.too_large': '{host}: Die Datei ist größer als die erlaubten {most}.',
  'transfer.web_page': '{host} hat statt der Datei eine Webseite gesendet.',
  'transfer.too_slow': '{host} sendet zu langsam.',
  'transfer.stopped': '{host} hat aufgehört zu senden.',
  'transfer.ended_early': '{host} hat die Datei zu früh beendet.',
  'transfer.unusable_answers': '{host} antwortet unbrauchbar auf Anfragen nach der Datei.',
  'transfer.busy': '{host} bittet darum, es später noch einmal zu versuchen (HTTP {status}).',
  'transfer.failing': '{host} hat gerade eine Störung (HTTP {status}).',
  'transfer.gone': '{host} hat die Datei nicht mehr (HTTP {status}).',
  'transfer.refused': '{host} gibt die Datei nicht heraus (HTTP {status}).',
  'transfer.checksum': 'Die Datei ist nicht die angekündigte: Ihr {algorithm} ist ein anderer.',
  'transfer.empty': 'Die Datei ist leer.',
  'transfer.size': 'Die Datei hat {bytes, plural, one {# Byte} other {# Bytes}}; angekündigt waren {announced}.',
};
