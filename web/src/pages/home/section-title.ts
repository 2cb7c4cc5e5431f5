import type { MessageKey } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** Sections that we name ourselves; categories have the catalogue's names. */
const NAMES: Readonly<Record<string, MessageKey>> = {
  popular: 'home.section.popular',
  'new-releases': 'home.section.new-releases',
  'in-progress': 'home.section.in-progress',
  'continue-series': 'home.section.continue-series',
  'next-parts': 'home.section.next-parts',
  'recently-added': 'home.section.recently-added',
  followed: 'home.section.followed',
  'coming-up': 'home.section.coming-up',
};

/** Returns the title of a section in the reader's language; `title` is the server's. */
export function useSectionTitle(): (section: string, title: string) => string {
  const { t } = useI18n();
  return (section, title) => {
    const name = NAMES[section];
    return name === undefined ? title : t(name);
  };
}

/** The category whose books a section shows. */
export function categoryOf(section: string): string | undefined {
  return section.startsWith('category:') ? section.slice('category:'.length) : undefined;
}
