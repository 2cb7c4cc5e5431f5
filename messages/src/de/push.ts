import type { pushMessages as english } from '../en/push.js';
import type { Translation } from '../messages.js';

export const pushMessages: Translation<typeof english> = {
  'push.title': 'Benachrichtigungen auf diesem Gerät',
  'push.lead': 'Dein Browser zeigt, was es in Lectern Neues gibt, auch wenn Lectern nicht offen ist.',
  'push.unsupported':
    'Dieser Browser kann keine Benachrichtigungen von Webseiten zeigen. Versuche einen anderen, etwa Chrome, Edge, Firefox oder Safari.',
  'push.insecure':
    'Browser erlauben Benachrichtigungen nur über eine sichere Verbindung. Öffne Lectern unter einer Adresse, die mit https:// beginnt, oder bitte deinen Admin um eine.',
  'push.homeScreen':
    'Auf einem iPhone oder iPad füge Lectern zuerst zum Home-Bildschirm hinzu: Tippe auf „Teilen“, dann auf „Zum Home-Bildschirm“. Öffne Lectern von dort und komm auf diese Seite zurück.',
  'push.blocked':
    'Dein Browser blockiert Benachrichtigungen von Lectern. Erlaube sie in den Einstellungen der Webseite, die das Symbol neben der Adresse öffnet, oder in den Einstellungen deines Handys. Lade dann diese Seite neu.',
  'push.on': 'Benachrichtigungen sind für dieses Gerät eingeschaltet.',
  'push.turnOn': 'Einschalten',
  'push.turnedOn': 'Benachrichtigungen sind für dieses Gerät eingeschaltet.',
  'push.turnOff': 'Ausschalten',
  'push.turnedOff': 'Benachrichtigungen sind für dieses Gerät ausgeschaltet.',
  'push.notAllowed': 'Dein Browser hat Benachrichtigungen nicht erlaubt, also bleiben sie ausgeschaltet.',
  'push.noService':
    'Dein Browser konnte sich nicht bei seinem Push-Dienst anmelden. Prüfe seine Verbindung und ob seine Einstellungen Push-Nachrichten erlauben, und versuche es dann erneut.',
  'push.test': 'Test senden',
  'push.test.sent': 'Ein Test ist unterwegs an {count, plural, one {# Gerät} other {# Geräte}}.',
  'push.test.none': 'Kein Gerät ist übrig, an das ein Test gehen könnte.',
  'push.test.failed': '{name}: {fault}',
  'push.devices': 'Geräte, die benachrichtigt werden',
  'push.device.unknown': 'Unbekanntes Gerät',
  'push.device.here': 'dieses Gerät',
  'push.device.since': 'seit {date}',
  'push.remove': 'Entfernen',
};
