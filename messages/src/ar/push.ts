import type { pushMessages as english } from '../en/push.js';
import type { Translation } from '../messages.js';

export const pushMessages: Translation<typeof english> = {
  'push.title': 'الإشعارات على هذا الجهاز',
  'push.lead': 'يعرض متصفحك الجديد في Lectern، حتى عندما لا يكون Lectern مفتوحًا.',
  'push.unsupported': 'لا يستطيع هذا المتصفح عرض إشعارات المواقع. جرّب غيره، مثل Chrome أو Edge أو Firefox أو Safari.',
  'push.insecure': 'لا تسمح المتصفحات بالإشعارات إلا عبر اتصال آمن. افتح Lectern بعنوان يبدأ بـ https، أو اطلب واحدًا من مشرفك.',
  'push.homeScreen':
    'على iPhone أو iPad، أضف Lectern أولًا إلى الشاشة الرئيسية: المس «مشاركة»، ثم «إضافة إلى الشاشة الرئيسية». افتح Lectern من هناك وعد إلى هذه الصفحة.',
  'push.blocked':
    'يحظر متصفحك إشعارات Lectern. اسمح بها في إعدادات الموقع، التي تُفتح بالأيقونة بجانب العنوان، أو في إعدادات هاتفك. ثم أعد تحميل هذه الصفحة.',
  'push.on': 'الإشعارات مشغّلة على هذا الجهاز.',
  'push.turnOn': 'تشغيل',
  'push.turnedOn': 'الإشعارات مشغّلة على هذا الجهاز.',
  'push.turnOff': 'إيقاف',
  'push.turnedOff': 'الإشعارات متوقفة على هذا الجهاز.',
  'push.notAllowed': 'لم يسمح متصفحك بالإشعارات، لذا تبقى متوقفة.',
  'push.noService': 'لم يستطع متصفحك التسجيل في خدمة إشعاراته. تحقق من اتصاله ومن أن إعداداته تسمح بالإشعارات، ثم أعد المحاولة.',
  'push.test': 'إرسال رسالة تجريبية',
  'push.test.sent':
    'رسالة تجريبية في الطريق إلى {count, plural, zero {# جهاز} one {جهاز واحد} two {جهازين} few {# أجهزة} many {# جهازًا} other {# جهاز}}.',
  'push.test.none': 'لم يبق جهاز لإرسال رسالة تجريبية إليه.',
  'push.test.failed': '{name}: {fault}',
  'push.devices': 'الأجهزة التي تصلها الإشعارات',
  'push.device.unknown': 'جهاز غير معروف',
  'push.device.here': 'هذا الجهاز',
  'push.device.since': 'مشغّلة منذ {date}',
  'push.remove': 'إزالة',
};
