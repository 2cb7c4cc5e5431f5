import type { uploadsMessages as english } from '../en/uploads.js';
import type { Translation } from '../messages.js';

export const uploadsMessages: Translation<typeof english> = {
  'uploads.link': 'عمليات الرفع',
  'uploads.title': 'عمليات الرفع',
  'uploads.lead': 'ملفات يرسلها الأشخاص لطلباتهم. يُحذف بعد يوم كل رفع لا يواصله أحد.',
  'uploads.list': 'عمليات الرفع',
  'uploads.room': '{taken} من {quota} مشغولة.',
  'uploads.room.off': 'الرفع متوقف.',
  'uploads.room.change': 'تغيير الحدود',
  'uploads.none': 'لا عمليات رفع',
  'uploads.none.body': 'عندما يرسل أحد ملفات كتاب من متصفحه، ترى هنا إلى أين وصل.',
  'uploads.by': '{name}، {when}',
  'uploads.receiving':
    'وصل {received} من {bytes}، {count, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}}.',
  'uploads.progress': 'الملفات المستلمة: {title}',
  'uploads.lastPiece': 'وصلت آخر قطعة {when}.',
  'uploads.noPiece':
    'لم يصل شيء بعد من {bytes}، {count, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}}.',
  'uploads.unpacking': 'يجري تجهيز الملفات للاستيراد ({bytes}).',
  'uploads.handed': 'يجري استيراد الملفات ({bytes}). لإيقاف ذلك، ألغِ الطلب.',
  'uploads.failed': 'فشل: {fault}',
  'uploads.cancel': 'إلغاء',
  'uploads.delete': 'حذف',
  'uploads.delete.of': 'حذف الرفع الفاشل: {title}',
  'uploads.cancel.of': 'إلغاء الرفع: {title}',
  'uploads.cancel.title': 'هل تريد إلغاء الرفع لكتاب «{title}»؟',
  'uploads.cancel.body': 'سيُحذف ما أرسله {name} حتى الآن ({bytes}). وسيلزم إرساله من جديد.',
  'uploads.cancel.keep': 'إبقاء الرفع',
  'uploads.cancel.confirm': 'إلغاء الرفع',
  'uploads.cancelled': 'تم إلغاء الرفع.',
  'uploads.deleted': 'تم حذف الرفع الفاشل.',
};
