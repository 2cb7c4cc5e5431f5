import { Link, Outlet } from '@tanstack/react-router';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './browse.module.css';

/** Browsing without a search: the catalogue's lists and categories. */
export function BrowseLayout() {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t('browse.title')} />
      <nav className={classes.tabs} aria-label={t('browse.lists')}>
        <Link to="/browse/$list" params={{ list: 'popular' }} className={classes.tab} activeOptions={{ includeSearch: false }}>
          {t('browse.popular')}
        </Link>
        <Link to="/browse/$list" params={{ list: 'new-releases' }} className={classes.tab} activeOptions={{ includeSearch: false }}>
          {t('browse.newReleases')}
        </Link>
        <Link to="/browse/categories" className={classes.tab} activeOptions={{ includeSearch: false }}>
          {t('browse.categories')}
        </Link>
      </nav>
      <Outlet />
    </>
  );
}
