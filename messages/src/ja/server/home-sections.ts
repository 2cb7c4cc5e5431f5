import type { sectionWords as english } from '../../en/server/home-sections.js';
import type { Translation } from '../../messages.js';

export const sectionWords: Translation<typeof english> = {
  'home_section.in-progress': 'あなたのリクエスト',
  'home_section.recently-added': 'ライブラリの新着',
  'home_section.popular': 'いま人気',
  'home_section.new-releases': '新刊',
  'home_section.continue-series': 'シリーズの続き',
  'home_section.next-parts': '聴いているシリーズの次の巻',
  'home_section.followed': 'フォロー中の新刊',
  'home_section.coming-up': '近日発売',
};
