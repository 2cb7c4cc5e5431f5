import type { TimelineEntry } from '../../api/types.js';
import { toneOf } from '../../api/request-status.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './request-page.module.css';

/** The events of a request, newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const { relative, dateTime } = useI18n();
  const newestFirst = [...entries].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className={classes.timeline}>
      {newestFirst.map((entry) => (
        <li key={entry.id} data-tone={entry.to ? toneOf(entry.to) : 'closed'}>
          <span className={classes.timelineText}>
            <bdi>{entry.message}</bdi>
          </span>
          <span className="dim small">
            <time dateTime={entry.at} title={dateTime(entry.at)}>
              {relative(entry.at)}
            </time>
            {entry.actor && !entry.message.includes(entry.actor.displayName) ? ` · ${entry.actor.displayName}` : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}
