import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { takeInsQuery } from '../../../api/queries/take-in-queries.js';
import type { TakeIn } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Pager } from '../../../components/page/pager.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import history from '../renames/renames.module.css';
import { takenIn } from './take-in-card.js';

function HistoryLine({ run, isShown }: { run: TakeIn; isShown: boolean }) {
  const { t, relative, dateTime } = useI18n();
  const { id, root, createdBy, createdAt } = run;
  return (
    <li className={history.past} data-shown={isShown}>
      <Link
        to="/admin/library/take-in"
        search={{ run: id }}
        className={history.pastLink}
        {...(isShown ? { 'aria-current': 'true' as const } : {})}
      >
        <bdi>{root}</bdi>
      </Link>
      <span className="dim small">
        {t('takeIn.taken', { count: takenIn(run) })} · {createdBy} ·{' '}
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {relative(createdAt)}
        </time>
      </span>
    </li>
  );
}

interface TakeInHistoryProps {
  page: number;
  /** The one that the page shows. */
  shown: string;
  onPage: (page: number) => void;
}

/** All folders that were taken in, newest first. */
export function TakeInHistory({ page, shown, onPage }: TakeInHistoryProps) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(takeInsQuery(page));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null;
  if (data.total < 2) return null;
  return (
    <Section title={t('takeIn.history')}>
      <ul className={history.history}>
        {data.items.map((run) => (
          <HistoryLine key={run.id} run={run} isShown={run.id === shown} />
        ))}
      </ul>
      <Pager page={data.page} limit={data.limit} total={data.total} onPage={onPage} />
    </Section>
  );
}
