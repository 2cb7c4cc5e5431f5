import type { sectionWords as english } from '../../en/server/home-sections.js';
import type { Translation } from '../../messages.js';

export const sectionWords: Translation<typeof english> = {
  'home_section.in-progress': 'Vos demandes',
  'home_section.recently-added': 'Nouveau dans la bibliothèque',
  'home_section.popular': 'Populaires en ce moment',
  'home_section.new-releases': 'Nouveautés',
  'home_section.continue-series': 'Continuer vos séries',
  'home_section.next-parts': 'La suite de vos séries',
  'home_section.followed': 'Nouveau dans ce que vous suivez',
  'home_section.coming-up': 'À paraître',
};
