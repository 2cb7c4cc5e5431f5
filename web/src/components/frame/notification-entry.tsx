import { Link } from '@tanstack/react-router';
import type { NotificationItem } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';

export function NotificationEntry({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const { relative, dateTime } = useI18n();
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
      {item.requestId ? (
        <Link to="/requests/$requestId" params={{ requestId: item.requestId }} className={classes.notification} onClick={onOpen}>
          {body}
        </Link>
      ) : (
        <button type="button" className={classes.notification} onClick={onOpen}>
          {body}
        </button>
      )}
    </li>
  );
}
