import type { notificationMessages as english } from '../en/notifications.js';
import type { Translation } from '../messages.js';

export const notificationMessages: Translation<typeof english> = {
  'notifications.new': 'جديد:',
  'notifications.deny': 'رفض الطلب',
  'notifications.all': 'كل الإشعارات',
  'notifications.settings': 'الإعدادات',
  'notifications.unread':
    '{count, plural, =0 {قرأتها كلها.} zero {قرأتها كلها.} one {إشعار واحد جديد.} two {إشعاران جديدان.} few {# إشعارات جديدة.} many {# إشعارًا جديدًا.} other {# إشعار جديد.}}',
  'notifications.markedAll': 'تمت قراءة كل الإشعارات.',
  'notifications.end': 'هذه كلها. يحتفظ Lectern بالإشعارات 90 يومًا.',
  'notifications.none': 'لا إشعارات بعد',
  'notifications.none.body': 'تُخبر هنا عند الموافقة على كتبك أو وصولها أو حاجتها إليك.',
};
