import type { notificationMessages as english } from '../en/notifications.js';
import type { Translation } from '../messages.js';

export const notificationMessages: Translation<typeof english> = {
  'notifications.new': 'Nouveau :',
  'notifications.deny': 'Refuser la demande',
  'notifications.all': 'Toutes les notifications',
  'notifications.settings': 'Paramètres',
  'notifications.unread': '{count, plural, =0 {Vous les avez toutes lues.} one {# nouvelle.} other {# nouvelles.}}',
  'notifications.markedAll': 'Toutes les notifications sont lues.',
  'notifications.end': 'C’est tout. Lectern garde les notifications pendant 90 jours.',
  'notifications.none': 'Pas encore de notifications',
  'notifications.none.body': 'Vous saurez ici quand vos livres sont approuvés, arrivent ou ont besoin de vous.',
};
