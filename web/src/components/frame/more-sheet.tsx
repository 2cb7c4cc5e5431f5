import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/i18n-context.js';
import { Sheet } from '../feedback/sheet.js';
import classes from './frame.module.css';
import { OWN_PAGES } from './nav-items.js';

/** The person's own pages, over the page of a phone. */
export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Sheet title={t('nav.more')} onClose={onClose}>
      <ul className={classes.more}>
        {OWN_PAGES.map(({ to, icon: PageIcon, label }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} activeOptions={{ exact: true, includeSearch: false }}>
              <PageIcon size={22} stroke={1.7} aria-hidden="true" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
