import type { deliveryFaultWords as english } from '../../en/server/delivery-faults.js';
import type { Translation } from '../../messages.js';

export const deliveryFaultWords: Translation<typeof english> = {
  'delivery_fault.unknown_device': '{host} ne connaît plus cet appareil.',
  'delivery_fault.device_refused': '{host} n’a pas accepté le message (HTTP {status}).',
  'delivery_fault.secret_unreadable': 'Le secret du webhook est illisible. Créez-en un nouveau, puis renvoyez l’événement.',
  'delivery_fault.webhook_off': 'Le webhook a été désactivé.',
  'delivery_fault.given_up': 'Abandonné après {attempts, plural, one {# tentative} other {# tentatives}} en 24 heures environ.',
  'delivery_fault.webhook_failing':
    'Le webhook a été mis en pause, car il n’avait accepté aucun événement depuis {days, plural, one {# jour} other {# jours}}.',
  'delivery_fault.webhook_overrun':
    'Le webhook a été mis en pause, car il échouait alors que plus de {count, plural, one {# événement l’attendait} other {# événements l’attendaient}}.',
  'delivery_fault.integration_removed': 'L’intégration a été supprimée.',
  'delivery_fault.integration_off': '{name} est désactivé.',
  'delivery_fault.integration_not_ready': '{name} n’est pas prêt.',
  'delivery_fault.not_within_a_day': 'La remise n’a pas pu se faire en un jour.',
  'delivery_fault.account_unusable': 'Le compte ne peut plus être utilisé.',
  'delivery_fault.too_late': 'La remise n’a pas pu se faire à temps.',
  'delivery_fault.target_removed': 'La destination a été supprimée.',
  'delivery_fault.request_gone': 'La demande a été supprimée avant l’envoi.',
  'delivery_fault.decided': 'La demande a été traitée avant l’envoi.',
  'delivery_fault.cancelled': 'La demande a été annulée avant l’envoi.',
  'delivery_fault.told_already': 'La même chose a été annoncée pour le même livre moins d’une heure auparavant.',
  'delivery_fault.abandoned': 'L’envoi a été abandonné avant d’avoir pu se faire.',
  'delivery_fault.cut_off': 'Le serveur s’est arrêté pendant l’envoi.',
  'delivery_fault.perhaps_arrived': 'On ne sait pas si c’est arrivé ; l’envoi n’est donc pas répété.',
  'delivery_fault.perhaps_sent': 'L’envoi a peut-être eu lieu depuis ; il n’est donc pas répété.',
  'delivery_fault.perhaps_delivered': 'L’envoi a peut-être eu lieu depuis ; il n’est donc pas répété automatiquement.',
};
