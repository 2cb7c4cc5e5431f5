import type { adminPageMessages as english } from '../en/admin-pages.js';
import type { Translation } from '../messages.js';

/** The list of admin pages: what they are about, and what is done on each. */
export const adminPageMessages: Translation<typeof english> = {
  'nav.admin.group.books': 'الكتب والطلبات',
  'nav.admin.group.people': 'الأشخاص والوصول',
  'nav.admin.group.connections': 'الاتصالات',
  'nav.admin.group.server': 'الخادم',
  'nav.admin.choose': 'اختر صفحة',
  'nav.admin.back': 'العودة إلى {page}',
  'nav.admin.overview.about': 'ما يحتاج إلى انتباهك وما هو في الطريق',
  'nav.admin.approvals.about': 'الطلبات التي تنتظر موافقتك',
  'nav.admin.requests.about': 'طلبات الجميع وما آلت إليه',
  'nav.admin.library.about': 'كتب خوادم الوسائط، واستيراد الملفات وإعادة تسميتها',
  'nav.admin.reports.about': 'المشكلات المبلَّغ عنها في الكتب',
  'nav.admin.blocklist.about': 'الإصدارات التي لا تُنزَّل أبدًا',
  'nav.admin.users.about': 'الحسابات والصلاحيات وحدود الطلبات',
  'nav.admin.apiTokens.about': 'وصول البرامج الأخرى',
  'nav.admin.integrations.about': 'الكتالوجات والمفهرسات وبرامج التنزيل وخوادم الوسائط',
  'nav.admin.plugins.about': 'تثبيت الملحقات وتحديثها وإزالتها',
  'nav.admin.mail.about': 'خادم البريد الذي يرسل الرسائل',
  'nav.admin.webhooks.about': 'إعلام البرامج الأخرى بما يحدث',
  'nav.admin.settings.about': 'المجلدات والإصدارات وتسجيل الدخول وغيرها',
  'nav.admin.jobs.about': 'المهام في الخلفية وجدولها',
  'nav.admin.backups.about': 'حفظ قاعدة البيانات واستعادتها',
  'nav.admin.audit.about': 'من فعل ماذا ومتى',
  'nav.admin.logs.about': 'ما يسجّله الخادم عن عمله',
};
