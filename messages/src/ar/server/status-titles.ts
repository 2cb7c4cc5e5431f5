import type { statusTitleWords as english } from '../../en/server/status-titles.js';
import type { Translation } from '../../messages.js';

export const statusTitleWords: Translation<typeof english> = {
  'status_title.400': 'طلب غير صحيح',
  'status_title.401': 'لم يُسجَّل الدخول',
  'status_title.403': 'غير مسموح',
  'status_title.404': 'غير موجود',
  'status_title.409': 'تعارض',
  'status_title.410': 'لم يعد موجودًا',
  'status_title.413': 'أكبر من اللازم',
  'status_title.415': 'نوع وسائط غير مدعوم',
  'status_title.416': 'النطاق غير متاح',
  'status_title.422': 'غير صالح',
  'status_title.429': 'طلبات كثيرة جدًا',
  'status_title.499': 'انصرف العميل',
  'status_title.500': 'خطأ داخلي',
  'status_title.502': 'خطأ في خدمة أخرى',
  'status_title.503': 'غير متاح',
  'status_title.507': 'مساحة تخزين غير كافية',
};
