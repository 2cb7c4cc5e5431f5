import type { notificationMessages as english } from '../en/notifications.js';
import type { Translation } from '../messages.js';

export const notificationMessages: Translation<typeof english> = {
  'notifications.new': 'Neu:',
  'notifications.deny': 'Anfrage ablehnen',
  'notifications.all': 'Alle Benachrichtigungen',
  'notifications.settings': 'Einstellungen',
  'notifications.unread': '{count, plural, =0 {Du hast alle gelesen.} one {# ist neu.} other {# sind neu.}}',
  'notifications.markedAll': 'Alle Benachrichtigungen sind gelesen.',
  'notifications.end': 'Das sind alle. Lectern behält Benachrichtigungen 90 Tage.',
  'notifications.none': 'Noch keine Benachrichtigungen',
  'notifications.none.body': 'Hier erfährst du, wenn deine Bücher genehmigt werden, ankommen oder dich brauchen.',
};
