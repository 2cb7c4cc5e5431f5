import type { binMessages as english } from '../en/bin.js';
import type { Translation } from '../messages.js';

export const binMessages: Translation<typeof english> = {
  'bin.link': 'سلة المحذوفات',
  'bin.title': 'سلة المحذوفات',
  'bin.lead': 'ملفات لم يضعها Lectern وحلت محلها نسخة أخرى. تُحذف بعد 30 يومًا.',
  'bin.list': 'الكتب في سلة المحذوفات',
  'bin.none': 'سلة المحذوفات فارغة',
  'bin.none.body': 'عندما تستبدل كتابًا مبلَّغًا عنه لم يضعه Lectern، تُنقل ملفاته إلى هنا.',
  'bin.files': '{count, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفًا} other {# ملف}}، {size}',
  'bin.from': 'من',
  'bin.since': 'نقلها {name} إلى هنا {when}',
  'bin.until': 'ستُحذف في {date}',
  'bin.busy': 'يجري نقل الملفات أو حذفها.',
  'bin.away':
    'يتعذر الوصول إلى الملفات. هل قرص المكتبة موصول؟ إلى أن يتاح ذلك، لا يُحذف شيء تلقائيًا. إن كان أحد قد حذفها يدويًا، فإن «حذف الآن» يزيل الكتاب من هذه القائمة.',
  'bin.restore': 'استعادة',
  'bin.restore.of': 'استعادة: {title}',
  'bin.restored':
    'تمت إعادة {count, plural, zero {# ملف} one {ملف واحد} two {ملفين} few {# ملفات} many {# ملفًا} other {# ملف}} إلى {count, plural, zero {مكانها} one {مكانه} two {مكانهما} few {مكانها} many {مكانها} other {مكانها}}.',
  'bin.restored.none': 'تعذرت إعادة أي ملف.',
  'bin.delete': 'حذف الآن',
  'bin.delete.of': 'حذف الآن: {title}',
  'bin.delete.title': 'هل تريد حذف ملفات «{title}»؟',
  'bin.delete.body':
    'سيتم حذف {count, plural, zero {# ملف} one {ملف واحد} two {ملفين} few {# ملفات} many {# ملفًا} other {# ملف}} ({size}) من القرص. لا يمكن التراجع عن هذا.',
  'bin.delete.confirm': 'حذف {count, plural, zero {# ملف} one {ملف واحد} two {ملفين} few {# ملفات} many {# ملفًا} other {# ملف}}',
  'bin.deleted': 'تم حذف {count, plural, zero {# ملف} one {ملف واحد} two {ملفين} few {# ملفات} many {# ملفًا} other {# ملف}}.',
};
