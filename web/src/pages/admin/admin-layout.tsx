import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { requestListQuery } from '../../api/queries/request-queries.js';
import { registerMessages } from '../../i18n/catalogue.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { adminMessages } from '../../i18n/messages/en-admin.js';
import classes from './admin.module.css';
import { ADMIN_PAGES } from './admin-pages.js';

registerMessages(adminMessages);

/** The admin pages with their own navigation: a column on a desktop, a scrolling row on a phone. */
export function AdminLayout() {
  const { t, number } = useI18n();
  const { data } = useQuery(requestListQuery({ scope: 'all', status: 'awaiting_approval', limit: 1 }));
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label={t('nav.admin')}>
        {ADMIN_PAGES.map(({ to, icon: PageIcon, label }) => (
          <Link key={to} to={to} className={classes.navItem} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
            <PageIcon size={18} stroke={1.7} aria-hidden="true" />
            {t(label)}
            {to === '/admin/approvals' && data && data.total > 0 ? <span className={classes.badge}>{number(data.total)}</span> : null}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
