import { IconBook2, IconCategory, IconHome, IconSearch, IconSettings2 } from '@tabler/icons-react';
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
