import type { settingsMessages as english } from '../en/settings.js';
import type { Translation } from '../messages.js';

export const settingsMessages: Translation<typeof english> = {
  'settings.sections': 'الأقسام',
  'settings.title': 'الإعدادات',
  'settings.template.preview': 'أمثلة',
  'settings.template.placed': 'الكتب الموضوعة تحتفظ بأسمائها.',
  'settings.anyClient': 'أي برنامج تنزيل',
  'settings.clientGone': 'برنامج تنزيل أُزيل',
  'settings.clientGone.so': 'تذهب إصدارات هذا المفهرس إلى أول برنامج تنزيل يقبلها. اختر برنامجًا آخر، أو اترك الحقل فارغًا.',
  'folder.browse': 'تصفح',
  'folder.title': 'اختر مجلدًا',
  'folder.missing': 'لا يوجد مجلد «{path}». هذا أقرب مجلد:',
  'folder.up': 'المجلد الأعلى',
  'folder.titleFiles': 'اختر مجلدًا أو ملفًا',
  'folder.use': 'استخدام هذا المجلد',
  'folder.create': 'إنشاء مجلد',
  'folder.create.name': 'اسم المجلد الجديد',
  'folder.create.do': 'إنشاء',
};
