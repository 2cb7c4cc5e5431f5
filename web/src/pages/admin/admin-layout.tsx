import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { AdminPageBar } from './admin-page-bar.js';
import classes from './admin.module.css';
import { ADMIN_GROUPS, adminPageOf } from './admin-pages.js';
import { SafeModeBanner } from './safe-mode-banner.js';
import { useAdminWaiting } from './use-admin-waiting.js';

needMessages('admin');

/** The admin pages with their own navigation: a column on a desktop, a bar with a sheet on a phone. The style sheet hides one of the two. */
export function AdminLayout() {
  const { t, number } = useI18n();
  const waiting = useAdminWaiting();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = adminPageOf(path);
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label={t('nav.admin')}>
        {ADMIN_GROUPS.map(({ label, pages }) => (
          <div key={label} className={classes.navGroup}>
            {pages.map(({ to, icon: PageIcon, label: name }) => (
              <Link key={to} to={to} className={classes.navItem} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
                <PageIcon size={18} stroke={1.7} aria-hidden="true" />
                <span className={classes.navName}>{t(name)}</span>
                {waiting[to] ? <span className={classes.badge}>{number(waiting[to])}</span> : null}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      {page ? <AdminPageBar page={page} path={path} /> : null}
      <div className={classes.content} data-skip-to tabIndex={-1}>
        <SafeModeBanner />
        <Outlet />
      </div>
    </div>
  );
}
