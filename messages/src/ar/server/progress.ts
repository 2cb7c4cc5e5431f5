import type { progressWords as english } from '../../en/server/progress.js';
import type { Translation } from '../../messages.js';

export const progressWords: Translation<typeof english> = {
  'progress.books_done':
    'تم {done} من أصل {total, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'progress.books_looked_at':
    'تم الاطلاع على {done} من أصل {total, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'progress.books_looked_up':
    'تم البحث عن {done} من أصل {total, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'progress.books_read':
    'تمت قراءة {done} من أصل {total, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'progress.catalogue_silent_look_up': 'لم يُجب الكتالوج، وسيُبحث عن الباقي في المرة القادمة.',
  'progress.catalogue_silent_read': 'لم يُجب الكتالوج، وسيُقرأ الباقي في المرة القادمة.',
  'progress.backups_off': 'النسخ الاحتياطية اليومية معطّلة في الإعدادات.',
  'progress.saving': 'جارٍ حفظ {table}',
  'progress.saved': 'تم حفظ {rows, plural, zero {# صف} one {صف واحد} two {صفين} few {# صفوف} many {# صفًا} other {# صف}} في {size}.',
  'progress.old_backups_deleted':
    '{count, plural, zero {لم تُحذف نسخة أقدم.} one {حُذفت نسخة أقدم واحدة.} two {حُذفت نسختان أقدم.} few {حُذفت # نسخ أقدم.} many {حُذفت # نسخة أقدم.} other {حُذفت # نسخة أقدم.}}',
  'progress.listening_read':
    '{count, plural, zero {لم يُقرأ ما يستمع إليه أحد} one {تمت قراءة ما يستمع إليه شخص واحد} two {تمت قراءة ما يستمع إليه شخصان} few {تمت قراءة ما يستمع إليه # أشخاص} many {تمت قراءة ما يستمع إليه # شخصًا} other {تمت قراءة ما يستمع إليه # شخص}}.',
  'progress.series_read': 'السلاسل المقروءة: {done} من {total}.',
  'progress.series_found': 'السلاسل في المكتبة: {series}، والمقروء منها من الكتالوج: {read}.',
  'progress.downloads_removed':
    'تمت إزالة {count, plural, zero {# تنزيل} one {تنزيل واحد} two {تنزيلين} few {# تنزيلات} many {# تنزيلًا} other {# تنزيل}}.',
  'progress.no_seeding_rule': 'لا قاعدة تنهي المشاركة.',
  'progress.torrents_removed':
    'تمت إزالة {count, plural, zero {# تورنت} one {تورنت واحد} two {تورنتين} few {# تورنتات} many {# تورنتًا} other {# تورنت}}.',
  'progress.torrents_seed':
    '{count, plural, zero {لا تورنت ما زال يشارَك.} one {تورنت واحد ما زال يشارَك.} two {تورنتان ما زالا يشارَكان.} few {# تورنتات ما زالت تشارَك.} many {# تورنتًا ما زالت تشارَك.} other {# تورنت ما زالت تشارَك.}}',
  'progress.torrents_stuck': 'تعذرت إزالتها: {count}.',
  'progress.torrents_postponed':
    '{count, plural, zero {لا تورنت ينتظر} one {تورنت واحد ينتظر} two {تورنتان ينتظران} few {# تورنتات تنتظر} many {# تورنتًا تنتظر} other {# تورنت تنتظر}} برنامج تنزيل لا يذكر ما يشاركه.',
  'progress.torrents_data_stayed': 'تورنتات بقيت بياناتها: {count}، لأن برنامج تنزيل لم يذكر ما يشاركه منذ أسبوع.',
  'progress.clients_away': 'لم يُجب {names}.',
  'progress.no_media_server': 'لا خادم وسائط متصلًا.',
  'progress.reading_server': 'تجري قراءة {server}.',
  'progress.server_busy': 'يقرأ فحص آخر {server} الآن.',
  'progress.server_failed': 'تعذرت قراءة {server} حتى النهاية، فلم يُزل شيء: {fault}',
  'progress.server_read':
    '{server}: {items, plural, zero {لا كتب} one {كتاب واحد} two {كتابان} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'progress.server_read_removed':
    '{server}: {items, plural, zero {لا كتب} one {كتاب واحد} two {كتابان} few {# كتب} many {# كتابًا} other {# كتاب}}، والمُزال: {removed}.',
  'progress.server_recent':
    '{server}: {items, plural, zero {لا كتب جديدة أو متغيرة} one {كتاب واحد جديد أو متغير} two {كتابان جديدان أو متغيران} few {# كتب جديدة أو متغيرة} many {# كتابًا جديدًا أو متغيرًا} other {# كتاب جديد أو متغير}}.',
  'progress.requests_gone':
    '{count, plural, zero {لا طلب متاحًا غاب} one {طلب متاح واحد غاب} two {طلبان متاحان غابا} few {# طلبات متاحة غابت} many {# طلبًا متاحًا غابت} other {# طلب متاح غابت}} عن كل المكتبات. تُركت كما هي لكثرتها دفعة واحدة.',
  'progress.books_not_listed':
    '{missing} من {known} من الكتب المعروفة في المكتبة «{library}» لم تُدرج. الأرجح أنها مخفية لا محذوفة، فلم يُزل أي منها؛ تحقق من مجلد المكتبة في الخادم، أو احتسبها غائبة في صفحة المكتبة.',
  'progress.nothing_to_look_up': 'لا كتاب يلزم البحث عنه.',
  'progress.likely_found':
    'تم البحث عن {total, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}، ولعدد منها مطابقات محتملة: {found}.',
  'progress.no_request_waits': 'لا طلب ينتظر إصدارًا.',
  'progress.feeds_read':
    '{fresh, plural, zero {لا إصدارات جديدة} one {إصدار جديد واحد} two {إصداران جديدان} few {# إصدارات جديدة} many {# إصدارًا جديدًا} other {# إصدار جديد}}. يبدأ البحث فورًا لـ {matched} من أصل {total, plural, zero {# طلب منتظر} one {طلب منتظر واحد} two {طلبين منتظرين} few {# طلبات منتظرة} many {# طلبًا منتظرًا} other {# طلب منتظر}}.',
  'progress.folders_found':
    'تم العثور على {count, plural, zero {# مجلد فيه ملفات صوتية} one {مجلد واحد فيه ملفات صوتية} two {مجلدين فيهما ملفات صوتية} few {# مجلدات فيها ملفات صوتية} many {# مجلدًا فيها ملفات صوتية} other {# مجلد فيه ملفات صوتية}}.',
  'progress.taken_in_looked_at':
    'تم الاطلاع على {count, plural, zero {# كتاب مضموم} one {كتاب مضموم واحد} two {كتابين مضمومين} few {# كتب مضمومة} many {# كتابًا مضمومًا} other {# كتاب مضموم}}.',
  'progress.checks_planned': 'عمليات التحقق المقررة لليوم: {count}.',
  'progress.not_read': 'تعذرت قراءة {name} ({code}).',
  'progress.books_listed':
    '{name}: {count, plural, zero {لا كتب مدرجة.} one {كتاب واحد مدرج.} two {كتابان مدرجان.} few {# كتب مدرجة.} many {# كتابًا مدرجًا.} other {# كتاب مدرج.}}',
  'progress.shelf_books_read':
    'تمت قراءة {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'progress.shelf_not_read': 'تعذرت قراءة الرف ({code}).',
  'progress.shelf_looked_up':
    'تم البحث عن {lookups, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}، والمطلوب منها: {requested}.',
  'progress.shelves_read': 'تجري قراءة {count, plural, zero {# رف} one {رف واحد} two {رفين} few {# رفوف} many {# رفًا} other {# رف}}.',
  'progress.verifying': 'جارٍ التحقق من الملفات.',
  'progress.merging': 'جارٍ دمج الملفات.',
  'progress.tagging': 'جارٍ كتابة الوسوم.',
  'progress.placing': 'جارٍ وضع الملفات.',
  'progress.none_stuck': 'لا طلبات عالقة.',
  'progress.set_moving':
    'تم تحريك {count, plural, zero {# طلب عالق} one {طلب عالق واحد} two {طلبين عالقين} few {# طلبات عالقة} many {# طلبًا عالقًا} other {# طلب عالق}} من جديد.',
  'progress.came_out':
    '{count, plural, zero {لم يصدر أي كتاب.} one {صدر كتاب واحد.} two {صدر كتابان.} few {صدرت # كتب.} many {صدر # كتابًا.} other {صدر # كتاب.}}',
  'progress.plugin_installed': '{plugin} {version} مثبت.',
  'progress.plugin_fetching': 'جارٍ جلب الحزمة.',
  'progress.plugin_looking': 'جارٍ النظر في الحزمة.',
  'progress.plugin_needs': 'جارٍ تثبيت ما تحتاج إليه.',
  'progress.plugin_trying': 'تجري تجربة تحميله.',
  'progress.plugin_placing': 'جارٍ وضعه في مكانه.',
  'progress.cancelled_by_admin': 'ألغاها مشرف.',
  'progress.server_stopped': 'توقف الخادم أثناء العمل عليها؛ تُشغَّل من جديد.',
  'progress.restored': 'استُعيد من نسخة احتياطية بتاريخ {backup} بالتوقيت العالمي.',
  'progress.history_forgotten':
    '{count, plural, zero {لم يُحذف أي قيد قديم.} one {حُذف قيد قديم واحد.} two {حُذف قيدان قديمان.} few {حُذفت # قيود قديمة.} many {حُذف # قيدًا قديمًا.} other {حُذف # قيد قديم.}}',
};
