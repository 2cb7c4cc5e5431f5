import type { notificationMessages as english } from '../en/notifications.js';
import type { Translation } from '../messages.js';

export const notificationMessages: Translation<typeof english> = {
  'notifications.new': 'Nueva:',
  'notifications.deny': 'Denegar la solicitud',
  'notifications.all': 'Todas las notificaciones',
  'notifications.settings': 'Ajustes',
  'notifications.unread': '{count, plural, =0 {Las has leído todas.} one {# es nueva.} other {# son nuevas.}}',
  'notifications.markedAll': 'Todas las notificaciones están leídas.',
  'notifications.end': 'No hay más. Lectern guarda las notificaciones durante 90 días.',
  'notifications.none': 'Aún no hay notificaciones',
  'notifications.none.body': 'Aquí recibes un aviso cuando tus libros se aprueban, llegan o te necesitan.',
};
