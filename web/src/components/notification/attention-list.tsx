import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { needingPersonQuery } from '../../api/queries/request-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { SettleLink } from '../request/settle-link.js';
import classes from './notification-list.module.css';

/** As many as leave room for the notifications. */
const MOST = 4;

/** What waits for an admin, each with the way to settle it; nothing if nothing waits. */
export function AttentionList({ onFollow }: { onFollow: () => void }) {
  const { t } = useI18n();
  const { data } = useQuery(needingPersonQuery);
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="attention" className={classes.attention}>
      <h2 id="attention" className={classes.dayName}>
        {t('group.attention')}
      </h2>
      <ul className={classes.groups}>
        {data.items.slice(0, MOST).map((request) => (
          <li key={request.id} className={classes.needing}>
            <span>
              <strong>
                <bdi>{request.book.title}</bdi>
              </strong>
              <span className="dim small">{request.reason?.message}</span>
            </span>
            <SettleLink request={request} place={request.reason?.settledIn ?? 'request'} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      <Link to="/admin" className="small" onClick={onFollow}>
        {t('attention.all', { count: data.total })}
      </Link>
    </section>
  );
}
