import { Link } from '@tanstack/react-router';
import { IconUser } from '@tabler/icons-react';
import { withBase } from '../../api/base-path.js';
import { useMe } from '../../api/queries/session-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';
import { NAV_ITEMS } from './nav-items.js';

/** The rail of a desktop and the bar of a phone: the same links, placed by the style sheet. */
export function Navigation() {
  const { t } = useI18n();
  const me = useMe();
  const admin = me.role === 'admin';
  return (
    <nav className={classes.rail} aria-label={t('nav.main')}>
      <Link to="/" className={classes.brand} aria-label={t('app.name')}>
        <img src={withBase('/icon.svg')} alt="" width={40} height={40} />
      </Link>
      {NAV_ITEMS.filter((item) => admin || !item.adminOnly).map(({ to, icon: ItemIcon, label, exact }) => (
        <Link key={to} to={to} className={classes.item} activeOptions={{ exact: exact ?? false, includeSearch: false }}>
          <span className={classes.itemIcon}>
            <ItemIcon size={22} stroke={1.7} aria-hidden="true" />
          </span>
          {t(label)}
        </Link>
      ))}
      {admin ? null : (
        <Link to="/account" className={`${classes.item} ${classes.phoneOnly}`}>
          <span className={classes.itemIcon}>
            <IconUser size={22} stroke={1.7} aria-hidden="true" />
          </span>
          {t('nav.account')}
        </Link>
      )}
    </nav>
  );
}
