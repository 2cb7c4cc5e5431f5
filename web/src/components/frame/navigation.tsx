import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Link, useRouterState } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { withBase } from '../../api/base-path.js';
import { loadPart } from '../../api/load-part.js';
import { useMe } from '../../api/queries/session-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';
import { NAV_ITEMS, OWN_PAGES, type NavItem } from './nav-items.js';

const MoreSheet = lazy(() => loadPart(import('./more-sheet.js')).then((module) => ({ default: module.MoreSheet })));

/** One of the admin pages is always open below the item, wherever it leads. */
function AdminItem({ path, children }: { path: string; children: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const isHere = path === '/admin' || path.startsWith('/admin/');
  return (
    <Link
      to={isNarrow ? '/admin/pages' : '/admin'}
      className={`${classes.item} ${isHere ? 'active' : ''}`}
      {...(isHere ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </Link>
  );
}

function Face({ icon: ItemIcon, label }: Pick<NavItem, 'icon' | 'label'>) {
  const { t } = useI18n();
  return (
    <>
      <span className={classes.itemIcon}>
        <ItemIcon size={22} stroke={1.7} aria-hidden="true" />
      </span>
      {t(label)}
    </>
  );
}

/** The rail of a desktop and the bar of a phone: the same links, placed by the style sheet. A phone has room for five. */
export function Navigation() {
  const { t } = useI18n();
  const isAdmin = useMe().role === 'admin';
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [opened, { open, close }] = useDisclosure(false);
  const isOwn = OWN_PAGES.some(({ to }) => path === to || path.startsWith(`${to}/`));
  return (
    <nav className={classes.rail} aria-label={t('nav.main')}>
      <Link to="/" className={classes.brand} aria-label={t('app.name')}>
        <img src={withBase('/icon.svg')} alt="" width={40} height={40} />
      </Link>
      {NAV_ITEMS.filter((item) => isAdmin || !item.adminOnly).map(({ to, icon, label, exact }) =>
        to === '/admin' ? (
          <AdminItem key={to} path={path}>
            <Face icon={icon} label={label} />
          </AdminItem>
        ) : (
          <Link
            key={to}
            to={to}
            // the box at the top of every page searches too, so this one makes room for the admin pages
            className={`${classes.item} ${isAdmin && to === '/search' ? classes.desktopOnly : ''}`}
            activeOptions={{ exact: exact ?? false, includeSearch: false }}
          >
            <Face icon={icon} label={label} />
          </Link>
        ),
      )}
      <button
        type="button"
        className={`${classes.item} ${classes.phoneOnly} ${isOwn ? 'active' : ''}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <Face icon={IconDots} label="nav.more" />
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <MoreSheet onClose={close} />
        </Suspense>
      ) : null}
    </nav>
  );
}
