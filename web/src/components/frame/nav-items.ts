import {
  IconBook2,
  IconBooks,
  IconCalendarEvent,
  IconCategory,
  IconChartBar,
  IconFlag,
  IconHome,
  IconSearch,
  IconSettings2,
  IconUser,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { MessageKey } from '../../i18n/catalog.js';

export interface NavItem {
  to: '/' | '/browse' | '/search' | '/requests' | '/admin';
  icon: Icon;
  label: MessageKey;
  exact?: boolean;
  adminOnly?: boolean;
}

export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/', icon: IconHome, label: 'nav.home', exact: true },
  { to: '/browse', icon: IconCategory, label: 'nav.browse' },
  { to: '/search', icon: IconSearch, label: 'nav.search' },
  { to: '/requests', icon: IconBook2, label: 'nav.requests' },
  { to: '/admin', icon: IconSettings2, label: 'nav.admin', adminOnly: true },
];

/** A person's own pages, which the rail has no room for: in the menu of the person, and behind “More” on a phone. */
export const OWN_PAGES = [
  { to: '/shelves', icon: IconBooks, label: 'nav.shelves' },
  { to: '/coming-up', icon: IconCalendarEvent, label: 'nav.comingUp' },
  { to: '/reports', icon: IconFlag, label: 'nav.reports' },
  { to: '/statistics', icon: IconChartBar, label: 'nav.statistics' },
  { to: '/account', icon: IconUser, label: 'nav.account' },
] as const satisfies readonly { to: string; icon: Icon; label: MessageKey }[];
