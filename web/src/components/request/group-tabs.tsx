import { Link } from '@tanstack/react-router';
import { GROUPS } from '../../api/request-status.js';
import type { RequestGroup } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { useCurrentInView } from '../page/use-current-in-view.js';
import classes from './group-tabs.module.css';

interface GroupTabsProps {
  /** `none` where the list shows less than a group. */
  current: RequestGroup | 'none' | undefined;
  counts: Record<RequestGroup, number> | undefined;
}

/** Filters as links: the group is part of the address. */
export function GroupTabs({ current, counts }: GroupTabsProps) {
  const { t, number } = useI18n();
  const total = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : undefined;
  const tabs: [RequestGroup | undefined, string, number | undefined][] = [
    [undefined, t('common.all'), total],
    ...GROUPS.map((group): [RequestGroup, string, number | undefined] => [group, t(`group.${group}`), counts?.[group]]),
  ];
  const row = useCurrentInView(`${current} ${Object.values(counts ?? {}).join()}`);
  return (
    <nav ref={row} className={classes.tabs} aria-label={t('requests.filter')}>
      {tabs.map(([group, label, count]) => (
        <Link
          key={label}
          to="."
          search={(previous) => ({ ...previous, group, status: undefined, page: undefined })}
          // without it, the link to all would be the current one beside that to a group
          activeOptions={{ explicitUndefined: true }}
          className={classes.tab}
          data-active={group === current}
          aria-current={group === current ? 'true' : undefined}
        >
          {label}
          {count ? <span className={classes.count}>{number(count)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
