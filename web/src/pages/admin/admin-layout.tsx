import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pendingUsersQuery } from '../../api/queries/admin-queries.js';
import { allReportsQuery } from '../../api/queries/report-queries.js';
import { requestListQuery } from '../../api/queries/request-queries.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './admin.module.css';
import { ADMIN_PAGES, type AdminPage } from './admin-pages.js';
import { SafeModeBanner } from './safe-mode-banner.js';

needMessages('admin');

/** The admin pages with their own navigation: a column on a desktop, a scrolling row on a phone. */
export function AdminLayout() {
  const { t, number } = useI18n();
  const { data } = useQuery(requestListQuery({ scope: 'all', status: 'awaiting_approval', limit: 1 }));
  const { data: pending } = useQuery(pendingUsersQuery);
  const { data: reports } = useQuery(allReportsQuery({ state: 'open', page: 1, limit: 1 }));
  const waiting: Partial<Record<AdminPage['to'], number>> = {
    '/admin/approvals': data?.total ?? 0,
    '/admin/users': pending?.length ?? 0,
    '/admin/reports': reports?.counts.waiting ?? 0,
  };
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    // On a phone the row scrolls; the current page must be visible in it.
    const row = nav.current;
    const current = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row && current) row.scrollTo({ left: current.offsetLeft - (row.clientWidth - current.clientWidth) / 2 });
  }, [path]);
  return (
    <div className={classes.layout}>
      <nav ref={nav} className={classes.nav} aria-label={t('nav.admin')}>
        {ADMIN_PAGES.map(({ to, icon: PageIcon, label }) => (
          <Link key={to} to={to} className={classes.navItem} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
            <PageIcon size={18} stroke={1.7} aria-hidden="true" />
            {t(label)}
            {waiting[to] ? <span className={classes.badge}>{number(waiting[to])}</span> : null}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <SafeModeBanner />
        <Outlet />
      </div>
    </div>
  );
}
