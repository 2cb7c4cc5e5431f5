import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { renamesQuery } from '../../../api/queries/rename-queries.js';
import type { Rename } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Pager } from '../../../components/page/pager.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './renames.module.css';
import { useRenameWords } from './rename-words.js';

function HistoryLine({ rename, isShown }: { rename: Rename; isShown: boolean }) {
  const { relative, dateTime } = useI18n();
  const { headline, choice } = useRenameWords();
  return (
    <li className={classes.past} data-shown={isShown}>
      <Link
        to="/admin/library/rename"
        search={{ rename: rename.id }}
        className={classes.pastLink}
        {...(isShown ? { 'aria-current': 'true' as const } : {})}
      >
        {headline(rename)}
      </Link>
      <span className="dim small">
        {choice(rename)} · {rename.createdBy} ·{' '}
        <time dateTime={rename.createdAt} title={dateTime(rename.createdAt)}>
          {relative(rename.createdAt)}
        </time>
      </span>
    </li>
  );
}

interface RenameHistoryProps {
  page: number;
  /** The one that the page shows. */
  shown: string;
  onPage: (page: number) => void;
}

/** All renames, newest first. */
export function RenameHistory({ page, shown, onPage }: RenameHistoryProps) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(renamesQuery(page));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null;
  if (data.total < 2) return null;
  return (
    <Section title={t('rename.history')}>
      <ul className={classes.history}>
        {data.items.map((rename) => (
          <HistoryLine key={rename.id} rename={rename} isShown={rename.id === shown} />
        ))}
      </ul>
      <Pager page={data.page} limit={data.limit} total={data.total} onPage={onPage} />
    </Section>
  );
}
