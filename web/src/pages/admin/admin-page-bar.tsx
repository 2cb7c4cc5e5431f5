import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { Sheet } from '../../components/feedback/sheet.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { AdminPageList } from './admin-page-list.js';
import classes from './admin-page-bar.module.css';
import type { AdminPage } from './admin-pages.js';

/** Where there is no room for a column of pages: a way back, and the name of the page, which opens a sheet with all pages. */
export function AdminPageBar({ page, path }: { page: AdminPage; path: string }) {
  const { t } = useI18n();
  const [opened, { open, close }] = useDisclosure(false);
  const isBelow = path !== page.to;
  return (
    <nav className={classes.bar} aria-label={t('nav.admin')}>
      <Link
        to={isBelow ? page.to : '/admin/pages'}
        className={classes.back}
        aria-label={t('nav.admin.back', { page: t(isBelow ? page.label : 'nav.admin') })}
      >
        <IconArrowLeft size={20} className="flip-rtl" aria-hidden="true" />
      </Link>
      <button
        type="button"
        className={classes.current}
        onClick={open}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={labelled(t('nav.admin.choose'), t(page.label))}
      >
        <page.icon size={20} stroke={1.7} aria-hidden="true" />
        <span className={classes.name}>{t(page.label)}</span>
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      {opened ? (
        <Sheet title={t('nav.admin.choose')} onClose={close}>
          <AdminPageList current={page} headingLevel={3} onPick={close} />
        </Sheet>
      ) : null}
    </nav>
  );
}
