import type { blocklistMessages as english } from '../en/blocklist.js';
import type { Translation } from '../messages.js';

export const blocklistMessages: Translation<typeof english> = {
  'blocklist.title': 'قائمة الحظر',
  'blocklist.lead': 'إصدارات لا تؤخذ مرة أخرى، كل منها لكتاب واحد. ألغِ حظر إصدار إن حُظر خطأً.',
  'blocklist.search': 'البحث في الإصدارات والكتب والأسباب',
  'blocklist.show': 'عرض',
  'blocklist.show.blocked': 'المحظورة',
  'blocklist.show.lifted': 'التي أُلغي حظرها',
  'blocklist.none': 'لا شيء محظور',
  'blocklist.none.body': 'تظهر هنا الإصدارات التي يتبين أنها تالفة، أو التي يستبعدها مشرف أو يستبدلها.',
  'blocklist.none.lifted': 'لم يُلغَ حظر شيء',
  'blocklist.none.found': 'لم يُعثر على شيء عن «{search}»',
  'blocklist.everyBook': 'كل الكتب',
  'blocklist.by': 'حظره {name} {when}',
  'blocklist.byServer': 'حظره Lectern {when}',
  'blocklist.lifted': 'أُلغي حظره {when}',
  'blocklist.act.unblock': 'إلغاء الحظر',
  'blocklist.act.unblock.of': 'إلغاء حظر {release}',
  'blocklist.act.block': 'حظر من جديد',
  'blocklist.act.block.of': 'حظر من جديد: {release}',
  'blocklist.done.unblock': 'يمكن أخذ الإصدار مرة أخرى.',
  'blocklist.done.block': 'حُظر الإصدار من جديد.',
};
