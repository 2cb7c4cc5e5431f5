import type { checkUpMessages as english } from '../en/check-up.js';
import type { Translation } from '../messages.js';

export const checkUpMessages: Translation<typeof english> = {
  'checkUp.link': 'التدقيق',
  'checkUp.title': 'تدقيق المكتبة',
  'checkUp.lead': 'يجد الكتب التي قد تكون خاطئة أو ناقصة في المكتبة. لا يغيّر شيئًا.',
  'checkUp.empty.title': 'لم تُدقَّق المكتبة بعد',
  'checkUp.empty.body': 'يقارن التدقيق مدة كل كتاب صوتي بالكتالوج ويدرج الكتب التي لا ASIN لها. وإن شئت، يقرأ أيضًا كل ملف صوتي.',
  'checkUp.start': 'التدقيق الآن',
  'checkUp.files': 'قراءة الملفات الصوتية أيضًا',
  'checkUp.files.help': 'يجد الملفات التي لا صوت فيها. يستغرق ساعات في المكتبات الكبيرة.',
  'checkUp.cancel': 'إيقاف',
  'checkUp.headline.running': 'جارٍ تدقيق المكتبة…',
  'checkUp.headline.stopping': 'جارٍ الإيقاف…',
  'checkUp.headline.done':
    'تم الاطلاع على {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}',
  'checkUp.headline.cancelled':
    'توقف بعد {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}',
  'checkUp.headline.failed': 'فشل التدقيق',
  'checkUp.progress': '{done} من {total} · {percent}',
  'checkUp.fact.length':
    '{count, plural, zero {لا كتب تختلف مدتها} one {كتاب واحد تختلف مدته} two {كتابان تختلف مدتهما} few {# كتب تختلف مدتها} many {# كتابًا تختلف مدتها} other {# كتاب تختلف مدتها}} عن الكتالوج بأكثر من 5%',
  'checkUp.fact.silent':
    '{count, plural, zero {لا كتب فيها ملف تالف} one {كتاب واحد فيه ملف تالف} two {كتابان فيهما ملف تالف} few {# كتب فيها ملف تالف} many {# كتابًا فيها ملف تالف} other {# كتاب فيها ملف تالف}}',
  'checkUp.fact.no_asin': '{count, plural, zero {لا كتب} one {كتاب واحد} two {كتابان} few {# كتب} many {# كتابًا} other {# كتاب}} بلا ASIN',
  'checkUp.fact.nothing': 'لا شيء يستدعي النظر',
  'checkUp.compared':
    'تمت مقارنة {count, plural, zero {مدة # كتاب صوتي} one {مدة كتاب صوتي واحد} two {مدة كتابين صوتيين} few {مدد # كتب صوتية} many {مدد # كتابًا صوتيًا} other {مدد # كتاب صوتي}}.',
  'checkUp.unread':
    'تعذرت قراءة ملفات {count, plural, zero {# كتاب صوتي} one {كتاب صوتي واحد} two {كتابين صوتيين} few {# كتب صوتية} many {# كتابًا صوتيًا} other {# كتاب صوتي}}. هي خارج مجلد المكتبة، أو أن تعيينات المسارات خاطئة.',
  'checkUp.unread.not': 'لم تُقرأ الملفات الصوتية.',
  'checkUp.begun': 'بدأه {name} {when}',
  'checkUp.kind': 'ما هو مدرج',
  'checkUp.kind.length': 'المدة ({count})',
  'checkUp.kind.silent': 'ملفات تالفة ({count})',
  'checkUp.kind.no_asin': 'بلا ASIN\u200f ({count})',
  'checkUp.show': 'أي النتائج',
  'checkUp.show.open': 'المفتوحة',
  'checkUp.show.fine': 'السليمة',
  'checkUp.none.open': 'لم يبق ما يستدعي النظر',
  'checkUp.none.fine': 'لم تعدّ أيًا منها سليمًا',
  'checkUp.none.length': 'لا تختلف أي مدة عن الكتالوج بأكثر من 5%.',
  'checkUp.none.silent': 'لم يُعثر على ملف تالف.',
  'checkUp.none.silent.unread': 'لم تُقرأ الملفات الصوتية بعد. أعد التدقيق مع تحديد «قراءة الملفات الصوتية أيضًا».',
  'checkUp.none.no_asin': 'لكل كتاب ASIN.',
  'checkUp.length': 'المدة {length}، وفي الكتالوج {catalogue}',
  'checkUp.length.short': 'أقصر بنسبة {percent}',
  'checkUp.length.long': 'أطول بنسبة {percent}',
  'checkUp.silent':
    '{silent, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}} من {looked} تالفة',
  'checkUp.silent.no_audio': 'بلا صوت',
  'checkUp.silent.no_duration': 'بلا مدة',
  'checkUp.silent.unreadable': 'تتعذر قراءته كملف صوتي',
  'checkUp.silent.cut_off': 'مقطوع',
  'checkUp.silent.end_unplayable': 'لا يمكن تشغيل نهايته',
  'checkUp.silent.more':
    '{count, plural, zero {لا ملفات أخرى} one {ملف آخر} two {ملفان آخران} few {# ملفات أخرى} many {# ملفًا آخر} other {# ملف آخر}}',
  'checkUp.no_asin': 'لا يُعرف أي كتاب هذا، فلا يُعد في المكتبة.',
  'checkUp.suggestions': 'المطابقات المحتملة لكتاب {title}',
  'checkUp.replace': 'استبدال',
  'checkUp.replace.length': 'مدة التسجيل {length}، وفي الكتالوج {catalogue}.',
  'checkUp.replace.silent':
    '{silent, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}} من {looked} تالفة: {names}',
  'checkUp.fine': 'إنه سليم',
  'checkUp.reopen': 'إدراجه من جديد',
  'checkUp.fine.done': 'لن يُدرج «{title}» إلى أن يتغير.',
  'checkUp.reopen.done': 'أُدرج «{title}» من جديد.',
  'checkUp.fine.by': 'عدّه {name} سليمًا {when}',
};
