import type { unnamedWords as english } from '../../en/server/unnamed.js';
import type { Translation } from '../../messages.js';

export const unnamedWords: Translation<typeof english> = {
  'unnamed.person': 'مسؤول',
  'unnamed.indexer': 'مفهرس',
  'unnamed.ebookSource': 'مصدر كتب إلكترونية',
  'unnamed.downloadClient': 'عميل تنزيل',
  'unnamed.mediaServer': 'خادم وسائط',
  'unnamed.library': 'مجلد المكتبة',
};
