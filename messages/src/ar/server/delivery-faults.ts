import type { deliveryFaultWords as english } from '../../en/server/delivery-faults.js';
import type { Translation } from '../../messages.js';

export const deliveryFaultWords: Translation<typeof english> = {
  'delivery_fault.unknown_device': 'لم يعد {host} يعرف هذا الجهاز.',
  'delivery_fault.device_refused': 'لم يقبل {host} الرسالة (HTTP {status}).',
  'delivery_fault.secret_unreadable': 'تتعذر قراءة سر خطاف الويب. أنشئ سرًا جديدًا، ثم أرسل الحدث مجددًا.',
  'delivery_fault.webhook_off': 'أُوقف خطاف الويب.',
  'delivery_fault.given_up':
    'تُرك بعد {attempts, plural, zero {# محاولة} one {محاولة واحدة} two {محاولتين} few {# محاولات} many {# محاولة} other {# محاولة}} خلال نحو 24 ساعة.',
  'delivery_fault.webhook_failing':
    'أُوقف خطاف الويب مؤقتًا لأنه لم يقبل أي حدث منذ {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}.',
  'delivery_fault.webhook_overrun':
    'أُوقف خطاف الويب مؤقتًا لأنه فشل بينما كان ينتظره أكثر من {count, plural, zero {# حدث} one {حدث واحد} two {حدثين} few {# أحداث} many {# حدثًا} other {# حدث}}.',
  'delivery_fault.integration_removed': 'أُزيل التكامل.',
  'delivery_fault.integration_off': '{name} متوقف.',
  'delivery_fault.integration_not_ready': '{name} غير جاهز.',
  'delivery_fault.not_within_a_day': 'تعذّر التسليم خلال يوم.',
  'delivery_fault.account_unusable': 'لم يعد ممكنًا استخدام الحساب.',
  'delivery_fault.too_late': 'تعذّر التسليم في الوقت المناسب.',
  'delivery_fault.target_removed': 'أُزيلت الوجهة.',
  'delivery_fault.request_gone': 'حُذف الطلب قبل إرسال هذه الرسالة.',
  'delivery_fault.decided': 'بُتّ في الطلب قبل إرسال هذه الرسالة.',
  'delivery_fault.cancelled': 'أُلغي الطلب قبل إرسال هذه الرسالة.',
  'delivery_fault.told_already': 'أُبلغ بالأمر نفسه عن الكتاب نفسه قبل أقل من ساعة.',
  'delivery_fault.abandoned': 'تُرك قبل أن يتسنى إرساله.',
  'delivery_fault.cut_off': 'توقف الخادم أثناء الإرسال.',
  'delivery_fault.perhaps_arrived': 'لا يُعرف هل وصل أم لا، لذلك لا يُرسل مرة أخرى.',
  'delivery_fault.perhaps_sent': 'ربما أُرسل منذ ذلك الحين، لذلك لا يُرسل مرة أخرى.',
  'delivery_fault.perhaps_delivered': 'ربما أُرسل منذ ذلك الحين، لذلك لا يُرسل مرة أخرى تلقائيًا.',
};
