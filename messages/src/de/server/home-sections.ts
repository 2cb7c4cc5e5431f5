import type { sectionWords as english } from '../../en/server/home-sections.js';
import type { Translation } from '../../messages.js';

export const sectionWords: Translation<typeof english> = {
  'home_section.in-progress': 'Deine Anfragen',
  'home_section.recently-added': 'Neu in der Bibliothek',
  'home_section.popular': 'Jetzt beliebt',
  'home_section.new-releases': 'Neuerscheinungen',
  'home_section.continue-series': 'Deine Serien fortsetzen',
  'home_section.next-parts': 'Als Nächstes in deinen Serien',
  'home_section.followed': 'Neu von Serien und Autoren, denen du folgst',
  'home_section.coming-up': 'Demnächst',
};
