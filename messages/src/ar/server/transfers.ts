import type { transferWords as english } from '../../en/server/transfers.js';
import type { Translation } from '../../messages.js';

export const transferWords: Translation<typeof english> = {
  'transfer.disk_full': 'القرص ممتلئ.',
  'transfer.no_room': 'لا توجد مساحة كافية على القرص للتنزيل.',
  'transfer.silent': 'لم يجب {host} في الوقت المناسب.',
  'transfer.too_large': '{host}: الملف أكبر من الحد المسموح به وهو {most}.',
  'transfer.web_page': 'أرسل {host} صفحة ويب بدلًا من الملف.',
  'transfer.too_slow': 'يرسل {host} ببطء شديد.',
  'transfer.stopped': 'توقف {host} عن الإرسال.',
  'transfer.ended_early': 'أنهى {host} الملف قبل تمامه.',
  'transfer.unusable_answers': 'يجيب {host} عن طلبات الملف بإجابات لا يمكن استخدامها.',
  'transfer.busy': 'طلب {host} العودة لاحقًا (HTTP {status}).',
  'transfer.failing': 'يتعطل {host} حاليًا (HTTP {status}).',
  'transfer.gone': 'لم يعد الملف لدى {host} (HTTP {status}).',
  'transfer.refused': 'لا يسلّم {host} الملف (HTTP {status}).',
  'transfer.checksum': 'الملف ليس هو المعلن عنه: {algorithm} الخاص به مختلف.',
  'transfer.empty': 'الملف فارغ.',
  'transfer.size':
    'في الملف {bytes, plural, zero {# بايت} one {بايت واحد} two {بايتان} few {# بايتات} many {# بايتًا} other {# بايت}}، وكان المعلن {announced}.',
};
