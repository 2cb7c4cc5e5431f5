import type { deliveryFaultWords as english } from '../../en/server/delivery-faults.js';
import type { Translation } from '../../messages.js';

export const deliveryFaultWords: Translation<typeof english> = {
  'delivery_fault.unknown_device': '{host} kennt dieses Gerät nicht mehr.',
  'delivery_fault.device_refused': '{host} hat die Nachricht nicht angenommen (HTTP {status}).',
  'delivery_fault.secret_unreadable':
    'Das Geheimnis des Webhooks ist nicht lesbar. Erzeuge ein neues und sende das Ereignis dann noch einmal.',
  'delivery_fault.webhook_off': 'Der Webhook wurde ausgeschaltet.',
  'delivery_fault.given_up': 'Nach {attempts, plural, one {# Versuch} other {# Versuchen}} in etwa 24 Stunden wurde es aufgegeben.',
  'delivery_fault.webhook_failing':
    'Der Webhook wurde angehalten, weil er {days, plural, one {# Tag} other {# Tage}} lang kein Ereignis angenommen hat.',
  'delivery_fault.webhook_overrun':
    'Der Webhook wurde angehalten, weil er versagte, während mehr als {count, plural, one {# Ereignis} other {# Ereignisse}} auf ihn warteten.',
  'delivery_fault.integration_removed': 'Die Integration wurde entfernt.',
  'delivery_fault.integration_off': '{name} ist ausgeschaltet.',
  'delivery_fault.integration_not_ready': '{name} ist nicht bereit.',
  'delivery_fault.not_within_a_day': 'Es konnte nicht innerhalb eines Tages zugestellt werden.',
  'delivery_fault.account_unusable': 'Das Konto kann nicht mehr benutzt werden.',
  'delivery_fault.too_late': 'Es konnte nicht rechtzeitig zugestellt werden.',
  'delivery_fault.target_removed': 'Das Ziel wurde entfernt.',
  'delivery_fault.request_gone': 'Die Anfrage wurde gelöscht, bevor dies gesendet wurde.',
  'delivery_fault.decided': 'Über die Anfrage wurde entschieden, bevor dies gesendet wurde.',
  'delivery_fault.cancelled': 'Die Anfrage wurde abgebrochen, bevor dies gesendet wurde.',
  'delivery_fault.told_already': 'Dasselbe wurde weniger als eine Stunde zuvor über dasselbe Buch gemeldet.',
  'delivery_fault.abandoned': 'Es wurde aufgegeben, bevor es gesendet werden konnte.',
  'delivery_fault.cut_off': 'Der Server wurde beendet, während dies gesendet wurde.',
  'delivery_fault.perhaps_arrived': 'Vielleicht ist es angekommen, vielleicht nicht. Deshalb wird es nicht noch einmal gesendet.',
  'delivery_fault.perhaps_sent': 'Vielleicht wurde es seitdem gesendet. Deshalb wird es nicht noch einmal gesendet.',
  'delivery_fault.perhaps_delivered': 'Vielleicht wurde es seitdem gesendet. Deshalb wird es nicht von selbst noch einmal gesendet.',
};
