import type { setupMessages as english } from '../en/setup.js';
import type { Translation } from '../messages.js';

export const setupMessages: Translation<typeof english> = {
  'setup.title': 'إعداد Lectern',
  'setup.steps': 'الخطوات',
  'setup.step.admin': 'حسابك',
  'setup.step.library': 'المكتبة',
  'setup.step.integrations': 'التوصيلات',
  'setup.signIn': 'بدأ الإعداد بالفعل. سجل الدخول كمشرف للمتابعة.',
  'setup.admin.lead': 'أنشئ الحساب الأول. يستطيع كل شيء، بما في ذلك إنشاء حسابات أخرى.',
  'setup.token': 'رمز الإعداد',
  'setup.token.help': 'طُبع في مخرجات الخادم عند تشغيل Lectern.',
  'setup.token.wrong': 'ليس هذا الرمز المطبوع. يُطبع رمز جديد عند كل تشغيل إلى أن يكتمل الإعداد.',
  'setup.admin.submit': 'إنشاء الحساب',
  'setup.library.lead': 'يختبر Lectern المجلد قبل استخدامه: هل يستطيع الكتابة فيه، وهل يستطيع ربط ملفات من مجلد التنزيلات؟',
  'setup.library.path': 'مجلد المكتبة',
  'setup.library.path.help': 'حيث تُخزَّن الكتب المكتملة. يقرأ خادم الوسائط المجلد نفسه.',
  'setup.library.downloads': 'مجلد التنزيلات',
  'setup.library.downloads.help': 'إن كان على القرص نفسه مع المكتبة، فتُربط الملفات بدلًا من نسخها.',
  'setup.library.test': 'اختبار وحفظ',
  'setup.integrations.lead': 'بواحد من كل نوع يجد الطلب طريقه من البحث إلى أذنيك.',
  'setup.integrations.add': 'إضافة',
  'setup.integrations.missing': 'يمكنك إضافة الناقص لاحقًا من «الإدارة» ثم «التكاملات».',
  'setup.finish': 'بدء استخدام Lectern',
  'setup.finish.anyway': 'الإنهاء الآن',
};
