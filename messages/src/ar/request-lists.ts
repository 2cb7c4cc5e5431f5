import type { requestListMessages as english } from '../en/request-lists.js';
import type { Translation } from '../messages.js';

export const requestListMessages: Translation<typeof english> = {
  'requestList.search': 'البحث بالعنوان أو المؤلف',
  'requestList.person': 'الشخص',
  'requestList.type': 'النوع',
  'requestList.type.audiobook': 'كتاب صوتي',
  'requestList.type.ebook': 'كتاب إلكتروني',
  'requestList.status': 'الحالة',
  'requestList.show': 'عرض {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}',
  'requestList.none': 'لا طلب يطابق «{search}»',
  'requestList.noneFiltered': 'لا طلب يطابق عوامل التصفية هذه',
  'requestList.sort.updatedAt.desc': 'الأحدث تغيّرًا أولًا',
  'requestList.sort.createdAt.desc': 'الأحدث أولًا',
  'requestList.sort.createdAt.asc': 'الأقدم أولًا',
  'requestList.sort.title.asc': 'حسب العنوان',
  'requestList.export': 'تصدير CSV',
  'requestList.choose': 'تحديد عدة طلبات',
  'requestList.chooseEnd': 'إنهاء التحديد',
  'requests.select': 'تحديد «{title}»',
  'requests.selected': '{count, plural, zero {لا شيء محدد} one {واحد محدد} two {اثنان محددان} few {# محددة} many {# محددًا} other {# محدد}}',
  'requests.selectAll': 'الكل في هذه الصفحة',
  'requests.selectEvery': 'تحديد الكل ({count})',
  'requests.selectNone': 'إلغاء التحديد',
  'requests.bulk': 'إجراءات لكل الطلبات المحددة',
  'requests.bulk.progress': 'تم {done} من {total}',
  'requests.bulk.stop': 'إيقاف',
  'requests.bulk.some': '{action} ({count})',
  'requests.bulk.deny': 'رفض {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}',
  'requests.bulk.cancel':
    'هل تريد إلغاء {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}؟',
  'requests.bulk.cancelBody': 'يتوقف البحث عنها وتنزيلها. يمكن طلب الكتب من جديد لاحقًا.',
  'requests.bulk.cancelConfirm': 'إلغاء {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}',
  'requests.bulk.approved':
    'تمت الموافقة على {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}.',
  'requests.bulk.deleted': 'يجري حذف {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}.',
  'requests.bulk.reopened':
    '{count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}} بانتظار الموافقة من جديد.',
  'requests.bulk.denied': 'تم رفض {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}.',
  'requests.bulk.cancelled': 'تم إلغاء {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}.',
  'requests.bulk.retried':
    'تم بدء {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}} من جديد.',
  'requests.bulk.failed':
    'تعذر تغيير {count, plural, zero {# طلب} one {طلب واحد} two {طلبين} few {# طلبات} many {# طلبًا} other {# طلب}}، {count, plural, zero {ولا تحديد} one {ويبقى محددًا} two {ويبقيان محددين} few {وتبقى محددة} many {وتبقى محددة} other {وتبقى محددة}}.',
  'requests.bulk.stopped':
    'تم الإيقاف. {count, plural, zero {لم يُترك أي طلب} one {تُرك طلب واحد كما هو ويبقى محددًا} two {تُرك طلبان كما هما ويبقيان محددين} few {تُركت # طلبات كما هي وتبقى محددة} many {تُرك # طلبًا كما هي وتبقى محددة} other {تُرك # طلب كما هي وتبقى محددة}}.',
};
