import {
  IconBan,
  IconBooks,
  IconChecklist,
  IconClockPlay,
  IconDatabaseExport,
  IconFlag,
  IconHistory,
  IconHandStop,
  IconKey,
  IconListDetails,
  IconLayoutDashboard,
  IconMail,
  IconPlug,
  IconPuzzle,
  IconSettings,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { MessageKey } from '../../i18n/catalog.js';

interface Entry {
  readonly to: `/admin${string}`;
  readonly icon: Icon;
  readonly label: MessageKey;
}

/** The admin pages, in navigation order. */
export const ADMIN_PAGES = [
  { to: '/admin', icon: IconLayoutDashboard, label: 'nav.admin.overview' },
  { to: '/admin/approvals', icon: IconHandStop, label: 'nav.admin.approvals' },
  { to: '/admin/requests', icon: IconChecklist, label: 'nav.admin.requests' },
  { to: '/admin/integrations', icon: IconPlug, label: 'nav.admin.integrations' },
  { to: '/admin/mail', icon: IconMail, label: 'nav.admin.mail' },
  { to: '/admin/plugins', icon: IconPuzzle, label: 'nav.admin.plugins' },
  { to: '/admin/library', icon: IconBooks, label: 'nav.admin.library' },
  { to: '/admin/reports', icon: IconFlag, label: 'nav.admin.reports' },
  { to: '/admin/blocklist', icon: IconBan, label: 'nav.admin.blocklist' },
  { to: '/admin/users', icon: IconUsers, label: 'nav.admin.users' },
  { to: '/admin/api-tokens', icon: IconKey, label: 'nav.admin.apiTokens' },
  { to: '/admin/webhooks', icon: IconWebhook, label: 'nav.admin.webhooks' },
  { to: '/admin/jobs', icon: IconClockPlay, label: 'nav.admin.jobs' },
  { to: '/admin/backups', icon: IconDatabaseExport, label: 'nav.admin.backups' },
  { to: '/admin/audit', icon: IconHistory, label: 'nav.admin.audit' },
  { to: '/admin/logs', icon: IconListDetails, label: 'nav.admin.logs' },
  { to: '/admin/settings', icon: IconSettings, label: 'nav.admin.settings' },
] as const satisfies readonly Entry[];

export type AdminPage = (typeof ADMIN_PAGES)[number];
