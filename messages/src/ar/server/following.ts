import type { followingWords as english } from '../../en/server/following.js';
import type { Translation } from '../../messages.js';

export const followingWords: Translation<typeof english> = {
  'following.waiting': 'لم يُتحقق منه بعد.',
  'following.nothing_new': 'لا جديد.',
  'following.requested': 'كتب طُلبت حديثًا: {requested}.',
  'following.told': 'كتب جديدة وصلتك إشعارات بها: {told}.',
  'following.more_to_come': 'كتب طُلبت حديثًا: {requested}. تليها قريبًا الكتب الأخرى، وعددها {waiting}.',
  'following.quota_used_up': 'كتب طُلبت حديثًا: {requested}. بلغت حد طلباتك، والكتب التي تنتظره: {waiting}.',
  'following.not_requested': 'كتب طُلبت حديثًا: {requested}. كتب تعذر طلبها: {waiting}.',
  'following.gone': 'لم يعد الكتالوج يدرجه. ما زالت المتابعة قائمة.',
  'following.other_region': 'تجري المتابعة في المنطقة «{region}»، والخادم يستخدم الآن «{serverRegion}». تتوقف إلى أن تعود المنطقة.',
  'following.not_offered': 'لا كتالوج متصلًا يدرج كتب السلاسل والمؤلفين.',
  'following.catalogue_failed': 'لم يُجب الكتالوج ({error}). سيُسأل من جديد.',
  'following.shelf_hidden': 'لا يعرض الموقع كتبًا حاليًا، لذا لم يُزل شيء من الرف.',
  'following.shelf_books':
    '{count, plural, zero {لا كتب} one {كتاب واحد} two {كتابان} few {# كتب} many {# كتابًا} other {# كتاب}} على الرف.',
  'following.shelf_requested':
    'تم طلب {count, plural, zero {# كتاب} one {كتاب واحد} two {كتابين} few {# كتب} many {# كتابًا} other {# كتاب}}.',
  'following.shelf_others_wait': 'تنتظر الكتب الأخرى.',
  'following.shelf_catalogue_silent': 'لم يُجب الكتالوج، وسيُبحث عن الباقي لاحقًا.',
  'following.shelf_more_to_come': 'يتبع المزيد خلال ساعة.',
  'following.calendar_name': 'Lectern: قريبًا',
};
