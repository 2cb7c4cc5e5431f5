import type { notificationMessages as english } from '../en/notifications.js';
import type { Translation } from '../messages.js';

export const notificationMessages: Translation<typeof english> = {
  'notifications.new': '新着：',
  'notifications.deny': 'リクエストを却下',
  'notifications.all': 'すべての通知',
  'notifications.settings': '設定',
  'notifications.unread': '{count, plural, =0 {すべて既読です。} other {新着が#件あります。}}',
  'notifications.markedAll': 'すべての通知を既読にしました。',
  'notifications.end': 'これですべてです。通知は90日間保存されます。',
  'notifications.none': '通知はまだありません',
  'notifications.none.body': '本が承認されたとき、届いたとき、対応が必要なときに、ここでお知らせします。',
};
