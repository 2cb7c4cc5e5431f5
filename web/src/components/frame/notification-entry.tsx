import { Button } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { NotificationItem } from '../../api/types.js';
import { ELSEWHERE } from '../book/listen-action.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';

export function NotificationEntry({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const { t, relative, dateTime } = useI18n();
  const path = item.path ?? (item.requestId ? `/requests/${item.requestId}` : undefined);
  const body = (
    <>
      <span className={classes.dot} data-read={item.read} aria-hidden="true" />
      <span className={classes.notificationText}>
        <strong>{item.title}</strong>
        {item.lines.map((line) => (
          <span key={line} className="dim small">
            {line}
          </span>
        ))}
        <time className="dim small" dateTime={item.at} title={dateTime(item.at)}>
          {relative(item.at)}
        </time>
      </span>
    </>
  );
  return (
    <li>
      {path ? (
        <Link to={path} className={classes.notification} onClick={onOpen}>
          {body}
        </Link>
      ) : (
        <button type="button" className={classes.notification} onClick={onOpen}>
          {body}
        </button>
      )}
      {item.listen ? (
        <div className={classes.notificationListen}>
          {item.listen.map(({ server, url }) => (
            <Button
              key={url}
              component="a"
              href={url}
              {...ELSEWHERE}
              size="compact-sm"
              variant="light"
              leftSection={<IconHeadphones size={14} aria-hidden="true" />}
              onClick={onOpen}
            >
              {t('listen.in', { server })}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}
