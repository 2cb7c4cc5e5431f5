import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ignoredQuery } from '../../../api/queries/ignore-queries.js';
import type { IgnoredAudiobook } from '../../../api/types.js';
import { Joined } from '../../../components/book/joined.js';
import { AuthorNames } from '../../../components/book/names.js';
import { useIgnoreBook } from '../../../components/book/use-ignore-book.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../account.module.css';

function IgnoredRow({ item }: { item: IgnoredAudiobook }) {
  const { t, date } = useI18n();
  const { stop, busy } = useIgnoreBook();
  const { asin, book } = item;
  const title = book?.title ?? t('ignored.unknown', { asin });
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Link to="/book/$asin" params={{ asin }} className="plain-link">
          <strong>
            <bdi>{title}</bdi>
          </strong>
        </Link>
        <span className="dim small">
          <Joined>
            {[book ? <AuthorNames authors={book.authors.slice(0, 1)} /> : null, t('ignored.since', { date: date(item.createdAt) })]}
          </Joined>
        </span>
      </div>
      <ActionButton variant="default" loading={busy} onClick={() => void stop(asin, title)} aria-label={labelled(t('ignore.stop'), title)}>
        {t('ignore.stop')}
      </ActionButton>
    </li>
  );
}

/** The caller's ignore list. */
export function IgnoredSection() {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(ignoredQuery(page));
  useLastPage(data, setPage);
  return (
    <Section title={t('ignored.title')}>
      <p className="dim small">{data?.total === 0 ? t('ignored.none') : t('ignored.lead')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!data && !error ? <LoadingBlock h={72} /> : null}
      {data && data.total > 0 ? (
        <>
          <ul className={classes.list}>
            {data.items.map((item) => (
              <IgnoredRow key={item.id} item={item} />
            ))}
          </ul>
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={setPage} />
        </>
      ) : null}
    </Section>
  );
}
