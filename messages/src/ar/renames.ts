import type { renameMessages as english } from '../en/renames.js';
import type { Translation } from '../messages.js';

export const renameMessages: Translation<typeof english> = {
  'rename.link': 'إعادة تسمية الملفات',
  'rename.title': 'إعادة تسمية الملفات',
  'rename.lead': 'يعيد تسمية الكتب المستوردة وفق نظام التسمية الحالي. لا يُنقل شيء قبل أن تراه.',
  'rename.empty.title': 'لم تُعد تسمية أي كتاب بعد',
  'rename.empty.body':
    'تحتفظ الكتب بمجلداتها وأسماء ملفاتها عندما يتغير قالب المسار أو بيانات الكتاب. عاين الأسماء الجديدة، ثم قرر هل تعاد تسمية الملفات.',
  'rename.preview': 'معاينة الأسماء الجديدة',
  'rename.choose': 'اختيار كتب',
  'rename.choose.title': 'أي الكتب تحصل على أسماء جديدة؟',
  'rename.choose.search': 'البحث في الكتب الموضوعة',
  'rename.choose.empty': 'لم يوضع أي كتاب بعد.',
  'rename.choose.none': 'لا كتاب موضوعًا يطابق «{search}».',
  'rename.choose.preview':
    '{count, plural, =0 {معاينة الأسماء الجديدة} zero {معاينة الأسماء الجديدة} one {معاينة كتاب واحد} two {معاينة كتابين} few {معاينة # كتب} many {معاينة # كتابًا} other {معاينة # كتاب}}',
  'rename.headline.planning': 'جارٍ تحديد الأسماء الجديدة…',
  'rename.headline.ready':
    '{count, plural, zero {لا كتب تحصل على اسم جديد} one {كتاب واحد يحصل على اسم جديد} two {كتابان يحصلان على اسمين جديدين} few {# كتب تحصل على أسماء جديدة} many {# كتابًا تحصل على أسماء جديدة} other {# كتاب تحصل على أسماء جديدة}}',
  'rename.headline.nothing': 'لكل الكتب الأسماء التي كانت ستحصل عليها لو وُضعت اليوم',
  'rename.headline.stuck': 'لا يمكن إعادة تسمية أي كتاب',
  'rename.headline.running': 'تجري إعادة التسمية…',
  'rename.headline.stopping': 'جارٍ الإيقاف بعد الكتاب الحالي…',
  'rename.headline.done':
    '{count, plural, =0 {لم تُعد تسمية أي كتاب} zero {لم تُعد تسمية أي كتاب} one {تمت إعادة تسمية كتاب واحد} two {تمت إعادة تسمية كتابين} few {تمت إعادة تسمية # كتب} many {تمت إعادة تسمية # كتابًا} other {تمت إعادة تسمية # كتاب}}',
  'rename.headline.cancelled':
    '{count, plural, =0 {توقفت قبل إعادة تسمية أي كتاب} zero {توقفت قبل إعادة تسمية أي كتاب} one {توقفت بعد كتاب واحد} two {توقفت بعد كتابين} few {توقفت بعد # كتب} many {توقفت بعد # كتابًا} other {توقفت بعد # كتاب}}',
  'rename.headline.planCancelled': 'أُلغيت المعاينة',
  'rename.headline.failed': 'فشلت إعادة التسمية',
  'rename.headline.undoing': 'جارٍ إرجاع الكتب…',
  'rename.headline.undone': 'عادت كل الكتب إلى أماكنها',
  'rename.fact.unchanged':
    '{count, plural, zero {لا كتب تحتفظ باسمها} one {كتاب واحد يحتفظ باسمه} two {كتابان يحتفظان باسميهما} few {# كتب تحتفظ بأسمائها} many {# كتابًا تحتفظ بأسمائها} other {# كتاب تحتفظ بأسمائها}}',
  'rename.fact.blocked': 'لا يمكن إعادة تسميتها: {count}',
  'rename.fact.left':
    '{count, plural, zero {لم يُترك أي كتاب كما كان} one {تُرك كتاب واحد كما كان} two {تُرك كتابان كما كانا} few {تُركت # كتب كما كانت} many {تُرك # كتابًا كما كانت} other {تُرك # كتاب كما كانت}}',
  'rename.fact.moved':
    'تمت إعادة تسمية {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}',
  'rename.fact.failed': 'فشلت: {count}',
  'rename.fact.undone': 'تم إرجاع {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}',
  'rename.choice.everything': 'المكتبة كلها',
  'rename.choice.requests':
    '{count, plural, zero {لا كتب مختارة} one {كتاب مختار واحد} two {كتابان مختاران} few {# كتب مختارة} many {# كتابًا مختارًا} other {# كتاب مختار}}',
  'rename.planned': 'خططها {name} {when}',
  'rename.until.start': 'يمكن إعادة تسمية الملفات حتى {when}. بعد ذلك أنشئ معاينة جديدة.',
  'rename.until.undo': 'يمكن التراجع حتى {when}.',
  'rename.progress.start': 'تبدأ بعد لحظات.',
  'rename.progress': '{done} من {total} · {percent}',
  'rename.start': 'إعادة تسمية {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}',
  'rename.discard': 'التخلص منها',
  'rename.discarded': 'تم التخلص من المعاينة. لم تُعد تسمية أي ملف.',
  'rename.stop': 'إيقاف',
  'rename.undo': 'تراجع',
  'rename.undo.title':
    'هل تريد إرجاع {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}؟',
  'rename.undo.body':
    'كل كتاب ما زال في المكان الذي أعيدت تسميته إليه يستعيد مجلده وأسماء ملفاته القديمة. يمكنك أيضًا فعل هذا لاحقًا، حتى {until}.',
  'rename.undo.confirm': 'إرجاع',
  'rename.books': 'الكتب',
  'rename.books.none': 'لا كتب مدرجة هنا.',
  'rename.filter': 'أي الكتب',
  'rename.move.planned': 'ستُعاد تسميته',
  'rename.move.blocked': 'لا يمكن إعادة تسميته',
  'rename.move.moving': 'تجري إعادة تسميته',
  'rename.move.moved': 'أعيدت تسميته',
  'rename.move.failed': 'فشل',
  'rename.move.undoing': 'يجري إرجاعه',
  'rename.move.undone': 'أُرجع',
  'rename.path.now': 'الآن',
  'rename.path.new': 'الجديد',
  'rename.path.before': 'سابقًا',
  'rename.files':
    '{count, plural, zero {لا ملفات تحصل على اسم جديد} one {ملف واحد يحصل على اسم جديد} two {ملفان يحصلان على اسمين جديدين} few {# ملفات تحصل على أسماء جديدة} many {# ملفًا تحصل على أسماء جديدة} other {# ملف تحصل على أسماء جديدة}}',
  'rename.files.more':
    '{count, plural, zero {ولا ملفات أخرى} one {وملف آخر} two {وملفان آخران} few {و# ملفات أخرى} many {و# ملفًا آخر} other {و# ملف آخر}}',
  'rename.remedy.missing': 'أعده إلى مكانه، أو اطلب الكتاب من جديد.',
  'rename.remedy.changed': 'لا يعيد Lectern تسمية غير الملفات التي وضعها بنفسه.',
  'rename.remedy.link_in_folder': 'ضع الملفات مكان الرابط، أو انقله خارج المجلد.',
  'rename.remedy.target_taken': 'انقل ما يشغل هذا المكان، ثم أنشئ معاينة جديدة.',
  'rename.remedy.same_target': 'أضف إلى القالب ما يميز الكتب بعضها عن بعض، مثل {asin}.',
  'rename.remedy.other_file_system': 'انقل الكتاب يدويًا، أو صِل المجلدين كنظام ملفات واحد.',
  'rename.remedy.shared_folder': 'انقل الكتاب الآخر خارج المجلد، ثم أنشئ معاينة جديدة.',
  'rename.remedy.being_imported': 'أنشئ معاينة جديدة بعد انتهاء الاستيراد.',
  'rename.remedy.in_download_client': 'أزل التنزيل من برنامج التنزيل أولًا.',
  'rename.remedy.outdated': 'أنشئ معاينة جديدة.',
  'rename.history': 'كل عمليات إعادة التسمية',
};
