import type { keyMessages as english } from '../en/keys.js';
import type { Translation } from '../messages.js';

export const keyMessages: Translation<typeof english> = {
  'keys.title': 'اختصارات لوحة المفاتيح',
  'keys.palette': 'الانتقال إلى صفحة أو تنفيذ إجراء',
  'keys.search': 'الانتقال إلى مربع البحث',
  'keys.next': 'الكتاب أو الطلب التالي',
  'keys.previous': 'الكتاب أو الطلب السابق',
  'keys.beside': 'الكتاب السابق أو التالي في القائمة، في نافذة الكتاب',
  'keys.arrows': 'التنقل بين كتب القائمة',
  'keys.request': 'طلب الكتاب المحدد',
  'keys.select': 'تحديد الطلب أو إلغاء تحديده',
  'keys.selectRange': 'تحديد الكل من الأخير إلى هذا',
  'keys.help': 'عرض هذه الاختصارات',
  'keys.switch': 'استخدام المفاتيح المفردة',
  'keys.switch.help': 'أوقفها في هذا المتصفح إن كنت تضغط الأحرف دون قصد. يعمل Ctrl K دائمًا.',
  'verb.theme': 'المظهر: {scheme}',
  'verb.scan': 'فحص المكتبة الآن',
  'verb.scan.done': 'يجري فحص المكتبة.',
  'verb.backup': 'إنشاء نسخة احتياطية الآن',
  'verb.backup.done': 'يجري إنشاء النسخة الاحتياطية.',
  'verb.addIntegration': 'إضافة تكامل',
  'verb.importFiles': 'استيراد ملفات من الخادم',
  'verb.takeIn': 'ضم مجلد كتب موجود',
};
