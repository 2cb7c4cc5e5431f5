import type { serviceProblemWords as english } from '../../en/server/problems-services.js';
import type { Translation } from '../../messages.js';

export const serviceProblemWords: Translation<typeof english> = {
  'problem.no_integration': 'لا يوجد تكامل كهذا.',
  'problem.plugin_not_installed': 'الملحق {plugin} غير مثبت.',
  'problem.plugin_without_settings': 'ليس لـ {plugin} إعدادات.',
  'problem.per_user': 'يوصّل كل شخص {plugin} بنفسه، من «رفوفي».',
  'problem.only_one': 'يوجد تكامل لـ {plugin} بالفعل؛ غيّر ذلك التكامل.',
  'problem.no_paths': 'لا يذكر {integration} مسارات، فلا شيء لتعيينه.',
  'problem.key_not_sent': 'يؤدي العنوان إلى خادم آخر. أدخل المفتاح من جديد، كي لا يُرسل المفتاح المحفوظ إلى هناك.',
  'problem.plugin_bundled': '{plugin} مدمج في Lectern ويتغير معه. يمكن تعطيله.',
  'problem.plugin_updated_with_server': '{plugin} مدمج في Lectern ويُحدَّث معه.',
  'problem.no_previous_version': 'لا توجد نسخة سابقة من {plugin} للعودة إليها.',
  'problem.not_quarantined': '{plugin} غير محجور.',
  'problem.no_webhook': 'لا يوجد خطاف ويب كهذا.',
  'problem.too_many_webhooks': 'يوجد {most} من خطافات الويب بالفعل.',
  'problem.webhook_off': 'خطاف الويب معطّل.',
  'problem.no_delivery': 'لا يوجد إرسال كهذا.',
  'problem.webhook_scheme': 'يجب أن يبدأ العنوان بـ https:// أو http://.',
  'problem.webhook_credentials': 'يجب ألا يكون في العنوان اسم مستخدم ولا كلمة مرور؛ التوقيع يبين من المرسل.',
  'problem.webhook_fragment': 'يجب أن ينتهي العنوان قبل «#»، لأن الخوادم لا ترى ما يليها أبدًا.',
  'problem.webhook_unencrypted': '{host} على الإنترنت، لذا يجب أن يبدأ عنوانه بـ https://.',
  'problem.webhook_redirects': 'يحوّل {host} إلى مكان آخر (HTTP {status}). لا تتبع خطافات الويب التحويلات: أدخل العنوان النهائي.',
  'problem.webhook_gone': 'لم يعد {host} يريد هذه الأحداث (HTTP 410).',
  'problem.webhook_not_taken': 'لم يقبل {host} الحدث (HTTP {status}).',
  'problem.webhook_secret_unreadable': 'تتعذر قراءة سر خطاف الويب. أنشئ سرًا جديدًا.',
};
