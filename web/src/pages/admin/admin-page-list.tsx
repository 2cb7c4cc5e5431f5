import { Link } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './admin-page-list.module.css';
import { ADMIN_GROUPS, type AdminPage } from './admin-pages.js';
import { useAdminWaiting } from './use-admin-waiting.js';

interface AdminPageListProps {
  /** The one that is open, which takes the focus where the list is in a sheet. */
  current?: AdminPage | undefined;
  /** Each page has a line about what is done there. */
  described?: boolean;
  headingLevel: 2 | 3;
  /** A page was chosen, perhaps the one that is open. */
  onPick?: () => void;
}

function Group({ group, current, described, headingLevel, onPick }: AdminPageListProps & { group: (typeof ADMIN_GROUPS)[number] }) {
  const { t, number } = useI18n();
  const waiting = useAdminWaiting();
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={classes.group}>
      <Heading id={id} className={classes.heading}>
        {t(group.label)}
      </Heading>
      <ul className={classes.list} aria-labelledby={id}>
        {group.pages.map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              className={classes.page}
              activeOptions={{ exact: page.to === '/admin', includeSearch: false }}
              {...(onPick ? { onClick: onPick } : {})}
              {...(page === current ? { 'data-autofocus': true } : {})}
            >
              <span className={classes.icon}>
                <page.icon size={20} stroke={1.7} aria-hidden="true" />
              </span>
              <span className={classes.words}>
                <span className={classes.name}>{t(page.label)}</span>
                {described ? <span className={classes.about}>{t(page.about)}</span> : null}
              </span>
              {waiting[page.to] ? <span className={classes.count}>{number(waiting[page.to] ?? 0)}</span> : null}
              <IconChevronRight size={18} className={`flip-rtl ${classes.arrow ?? ''}`} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All admin pages by what they are about, with the number of things that wait for an admin. */
export function AdminPageList(props: AdminPageListProps) {
  return (
    <div className={classes.groups}>
      {ADMIN_GROUPS.map((group) => (
        <Group key={group.label} group={group} {...props} />
      ))}
    </div>
  );
}
