import type { sectionWords as english } from '../../en/server/home-sections.js';
import type { Translation } from '../../messages.js';

export const sectionWords: Translation<typeof english> = {
  'home_section.in-progress': 'Tus solicitudes',
  'home_section.recently-added': 'Nuevo en la biblioteca',
  'home_section.popular': 'Populares ahora',
  'home_section.new-releases': 'Novedades',
  'home_section.continue-series': 'Continúa tus series',
  'home_section.next-parts': 'Lo siguiente de tus series',
  'home_section.followed': 'Nuevo de lo que sigues',
  'home_section.coming-up': 'Próximamente',
};
