import type { adminRequestMessages as english } from '../en/admin-requests.js';
import type { Translation } from '../messages.js';

export const adminRequestMessages: Translation<typeof english> = {
  'overview.title': 'نظرة عامة',
  'overview.needsPerson': 'يحتاج إلى تدخل',
  'overview.calm.title': 'كل شيء على ما يرام',
  'checklist.title': 'إكمال إعداد Lectern',
  'checklist.lead': 'يحتاج Lectern إلى واحد من كل نوع قبل أن يحول طلبًا إلى كتاب.',
  'checklist.library': 'مجلد المكتبة',
  'checklist.library.missing': 'من دونه لا يمكن تخزين شيء.',
  'checklist.catalog': 'الكتالوج',
  'checklist.catalog.missing': 'من دونه لا يستطيع أحد البحث عن كتب.',
  'checklist.indexer': 'مفهرس',
  'checklist.indexer.missing': 'من دونه لا يُعثر على إصدارات.',
  'checklist.downloadClient': 'برنامج التنزيل',
  'checklist.downloadClient.missing': 'من دونه لا يُنزَّل شيء.',
  'checklist.mediaServer': 'خادم الوسائط',
  'checklist.mediaServer.missing': 'من دونه لا يعرف Lectern متى وصل كتاب.',
  'checklist.people': 'الأشخاص',
  'checklist.people.missing': 'من دون حسابات خاصة بهم لا يستطيع أحد غيرك طلب الكتب.',
  'checklist.people.done': 'لدى الآخرين حسابات',
  'checklist.invite': 'إضافة أشخاص',
  'checklist.chosen': 'مختار',
  'checklist.connect': 'توصيل',
  'checklist.choose': 'اختيار',
  'checklist.goOn': 'مواصلة الإعداد',
  'checklist.putAway': 'عدم عرض هذا مجددًا',
  'overview.calm.requests': 'لا طلب ينتظر الموافقة، ولا طلب عالق.',
  'overview.calm.body': 'لا طلب ينتظر الموافقة، ولا طلب عالق، وكل التكاملات تجيب.',
  'overview.moreApprovals':
    '{count, plural, zero {لا طلبات أخرى بانتظار} one {طلب آخر بانتظار} two {طلبان آخران بانتظار} few {# طلبات أخرى بانتظار} many {# طلبًا آخر بانتظار} other {# طلب آخر بانتظار}} الموافقة',
  'overview.moreAttention':
    'عرض {count, plural, zero {# طلب آخر} one {طلب آخر} two {طلبين آخرين} few {# طلبات أخرى} many {# طلبًا آخر} other {# طلب آخر}}',
  'overview.repair': 'إصلاح',
  'overview.update': 'يتوفر Lectern {available}. يعمل هذا الخادم بالنسخة {current}.',
  'overview.update.seen': 'إخفاء',
  'overview.proxy.title': 'يوجد وكيل عكسي غير موثوق بعد',
  'overview.proxy.meaning':
    'تصل الطلبات عبر {count, plural, zero {وكلاء} one {وكيل} two {وكيلين} few {# وكلاء} many {# وكيلًا} other {# وكيل}} دون الأخذ بترويساتها. كل من خلفه له العنوان نفسه، فتكفي بضع كلمات مرور خاطئة لمنع الجميع من تسجيل الدخول.',
  'overview.proxy.set': 'إن كان الوكيل لك، فأضف عنوانه إلى القائمة {variable} وأعد تشغيل Lectern:',
  'overview.rule.title': 'قاعدة {indexer}',
  'overview.rule.body': 'أُزيل برنامج التنزيل الخاص بهذه القاعدة. إلى أن يُختار غيره، تذهب إصدارات هذا المفهرس إلى أول برنامج يقبلها.',
  'overview.moving': 'قيد التنفيذ',
  'overview.nothingMoves': 'لا شيء يُبحث عنه أو يُنزَّل أو يُستورد الآن.',
  'overview.downloads':
    '{count, plural, zero {لا تنزيلات} one {تنزيل واحد} two {تنزيلان} few {# تنزيلات} many {# تنزيلًا} other {# تنزيل}} قيد التنفيذ',
  'overview.fine': 'في لمحة',
  'overview.fine.integrations':
    '{count, plural, zero {تكاملات تجيب} one {تكامل يجيب} two {تكاملان يجيبان} few {تكاملات تجيب} many {تكاملًا يجيب} other {تكامل يجيب}}',
  'overview.unchecked':
    '{count, plural, zero {تكاملات لم يُتحقق منها بعد} one {تكامل لم يُتحقق منه بعد} two {تكاملان لم يُتحقق منهما بعد} few {تكاملات لم يُتحقق منها بعد} many {تكاملًا لم يُتحقق منه بعد} other {تكامل لم يُتحقق منه بعد}}',
  'overview.fine.library':
    '{count, plural, zero {كتب في المكتبة} one {كتاب في المكتبة} two {كتابان في المكتبة} few {كتب في المكتبة} many {كتابًا في المكتبة} other {كتاب في المكتبة}}',
  'overview.fine.available':
    '{count, plural, zero {طلبات ملباة} one {طلب ملبى} two {طلبان ملبيان} few {طلبات ملباة} many {طلبًا ملبى} other {طلب ملبى}}',
  'overview.fine.disk': '{free} متاحة من {total}',
  'overview.fine.disk.library': 'المكتبة',
  'overview.fine.disk.downloads': 'التنزيلات',
  'overview.fine.disk.data': 'بيانات Lectern',
  'overview.fine.users': '{count, plural, zero {أشخاص} one {شخص} two {شخصان} few {أشخاص} many {شخصًا} other {شخص}}',
  'approvals.title': 'الموافقات',
  'approvals.lead': 'يُخبر من طلب الكتاب بقرارك.',
  'approvals.empty.title': 'لا أحد ينتظرك',
  'approvals.empty.body': 'تظهر هنا الطلبات التي تحتاج إلى موافقتك.',
  'allRequests.title': 'كل الطلبات',
};
