import type { sectionWords as english } from '../../en/server/home-sections.js';
import type { Translation } from '../../messages.js';

export const sectionWords: Translation<typeof english> = {
  'home_section.in-progress': 'طلباتك',
  'home_section.recently-added': 'الجديد في المكتبة',
  'home_section.popular': 'الرائج الآن',
  'home_section.new-releases': 'صدر حديثًا',
  'home_section.continue-series': 'أكمل سلاسلك',
  'home_section.next-parts': 'التالي في سلاسلك',
  'home_section.followed': 'الجديد مما تتابعه',
  'home_section.coming-up': 'قريبًا',
};
