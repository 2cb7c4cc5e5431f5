import { Button } from '@mantine/core';
import { IconBell, IconHeadphones, IconPlugConnected, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { NotificationItem } from '../../api/types.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ELSEWHERE } from '../controls/elsewhere.js';
import { Cover } from '../cover/cover.js';
import { DecideActions } from './decide-actions.js';
import { groupNotifications, type NotificationGroup } from './group-notifications.js';
import classes from './notification-list.module.css';

needMessages('notifications');

const COVER = 56;

/** What a headline such as “Available: Dune” is about, for a cover that is drawn. */
const bookIn = (headline: string): string => headline.replace(/^[^:]+: /, '');

function Picture({ asin, items: [newest] }: NotificationGroup) {
  if (asin !== undefined)
    return <Cover title={bookIn(newest.title)} author="" src={`/api/covers/${asin}`} width={COVER} className={classes.cover ?? ''} />;
  const Sign = /^(integration|webhook)/.test(newest.event) ? IconPlugConnected : newest.event === 'user_pending' ? IconUserPlus : IconBell;
  return (
    <span className={classes.sign}>
      <Sign size={24} stroke={1.5} aria-hidden="true" />
    </span>
  );
}

function Entry({ item, onOpen }: { item: NotificationItem; onOpen: (item: NotificationItem) => void }) {
  const { t, relative, dateTime } = useI18n();
  const [couldDecide] = useState(item.awaitsDecision);
  const path = item.path ?? (item.requestId ? `/requests/${item.requestId}` : undefined);
  const body: ReactNode = (
    <>
      <strong>
        {item.read ? null : <span className="visually-hidden">{t('notifications.new')} </span>}
        {item.title}
      </strong>
      {item.lines.map((line) => (
        <span key={line} className="dim small">
          {line}
        </span>
      ))}
      <time className="dim small" dateTime={item.at} title={dateTime(item.at)}>
        {relative(item.at)}
      </time>
    </>
  );
  return (
    <li className={classes.entry} data-read={item.read}>
      {path ? (
        <Link to={path} className={classes.words} onClick={() => onOpen(item)}>
          {body}
        </Link>
      ) : (
        <button type="button" className={classes.words} onClick={() => onOpen(item)}>
          {body}
        </button>
      )}
      {item.listen ? (
        <div className={classes.actions}>
          {item.listen.map(({ server, url }) => (
            <Button
              key={url}
              component="a"
              href={url}
              {...ELSEWHERE}
              size="sm"
              variant="light"
              leftSection={<IconHeadphones size={16} aria-hidden="true" />}
              onClick={() => onOpen(item)}
            >
              {t('listen.in', { server })}
            </Button>
          ))}
        </div>
      ) : null}
      {couldDecide && item.requestId ? (
        // what was decided keeps its height, so that nothing moves under a second press
        <div className={classes.actions} data-decides>
          {item.awaitsDecision ? <DecideActions requestId={item.requestId} about={item.title} /> : null}
        </div>
      ) : null}
    </li>
  );
}

interface NotificationListProps {
  items: readonly NotificationItem[];
  onOpen: (item: NotificationItem) => void;
}

/** Notifications by day and book. */
export function NotificationList({ items, onOpen }: NotificationListProps) {
  const { dayHeading } = useI18n();
  const days = useMemo(() => groupNotifications(items), [items]);
  return days.map(({ day, groups }) => (
    <section key={day} aria-labelledby={`notifications-${day}`} className={classes.day}>
      <h2 id={`notifications-${day}`} className={classes.dayName}>
        {dayHeading(day)}
      </h2>
      <ul className={classes.groups}>
        {groups.map((group) => (
          <li key={group.key} className={classes.group}>
            <Picture {...group} />
            <ul className={classes.entries}>
              {group.items.map((item) => (
                <Entry key={item.id} item={item} onOpen={onOpen} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  ));
}
