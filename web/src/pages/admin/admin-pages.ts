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
  /** What an admin does there, in a line. */
  readonly about: MessageKey;
}

interface Group {
  readonly label: MessageKey;
  readonly pages: readonly Entry[];
}

/** The admin pages in navigation order, by what they are about. */
export const ADMIN_GROUPS = [
  {
    label: 'nav.admin.group.books',
    pages: [
      { to: '/admin', icon: IconLayoutDashboard, label: 'nav.admin.overview', about: 'nav.admin.overview.about' },
      { to: '/admin/approvals', icon: IconHandStop, label: 'nav.admin.approvals', about: 'nav.admin.approvals.about' },
      { to: '/admin/requests', icon: IconChecklist, label: 'nav.admin.requests', about: 'nav.admin.requests.about' },
      { to: '/admin/library', icon: IconBooks, label: 'nav.admin.library', about: 'nav.admin.library.about' },
      { to: '/admin/reports', icon: IconFlag, label: 'nav.admin.reports', about: 'nav.admin.reports.about' },
      { to: '/admin/blocklist', icon: IconBan, label: 'nav.admin.blocklist', about: 'nav.admin.blocklist.about' },
    ],
  },
  {
    label: 'nav.admin.group.people',
    pages: [
      { to: '/admin/users', icon: IconUsers, label: 'nav.admin.users', about: 'nav.admin.users.about' },
      { to: '/admin/api-tokens', icon: IconKey, label: 'nav.admin.apiTokens', about: 'nav.admin.apiTokens.about' },
    ],
  },
  {
    label: 'nav.admin.group.connections',
    pages: [
      { to: '/admin/integrations', icon: IconPlug, label: 'nav.admin.integrations', about: 'nav.admin.integrations.about' },
      { to: '/admin/plugins', icon: IconPuzzle, label: 'nav.admin.plugins', about: 'nav.admin.plugins.about' },
      { to: '/admin/mail', icon: IconMail, label: 'nav.admin.mail', about: 'nav.admin.mail.about' },
      { to: '/admin/webhooks', icon: IconWebhook, label: 'nav.admin.webhooks', about: 'nav.admin.webhooks.about' },
    ],
  },
  {
    label: 'nav.admin.group.server',
    pages: [
      { to: '/admin/settings', icon: IconSettings, label: 'nav.admin.settings', about: 'nav.admin.settings.about' },
      { to: '/admin/jobs', icon: IconClockPlay, label: 'nav.admin.jobs', about: 'nav.admin.jobs.about' },
      { to: '/admin/backups', icon: IconDatabaseExport, label: 'nav.admin.backups', about: 'nav.admin.backups.about' },
      { to: '/admin/audit', icon: IconHistory, label: 'nav.admin.audit', about: 'nav.admin.audit.about' },
      { to: '/admin/logs', icon: IconListDetails, label: 'nav.admin.logs', about: 'nav.admin.logs.about' },
    ],
  },
] as const satisfies readonly Group[];

export type AdminPage = (typeof ADMIN_GROUPS)[number]['pages'][number];

/** The admin pages, in navigation order. */
export const ADMIN_PAGES: readonly AdminPage[] = ADMIN_GROUPS.flatMap(({ pages }): readonly AdminPage[] => pages);

/** The page of the navigation that a path belongs to: `/admin/library/bin` to the library. */
export function adminPageOf(path: string): AdminPage | undefined {
  return ADMIN_PAGES.find(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)));
}
