import { Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { IconBooks } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isApiError } from '../../api/api-error.js';
import { seriesBooksQuery, seriesQuery } from '../../api/queries/author-and-series-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { authorsOf, today } from '../../components/book/book-text.js';
import { Description } from '../../components/book/description.js';
import { RequestButton } from '../../components/book/request-button.js';
import { Cover } from '../../components/cover/cover.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { FollowButton } from '../../components/follow/follow-button.js';
import { MissingButton } from '../../components/follow/missing-button.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { partsOfSeries, type PartState, type SeriesPart } from './parts-of-series.js';
import classes from './series.module.css';

const COUNTED: readonly PartState[] = ['available', 'requested', 'upcoming', 'missing'];

function BookLink({ book }: { book: AnnotatedBook }) {
  return (
    <Link to="." search={(previous) => ({ ...previous, book: book.asin })} resetScroll={false} className="plain-link">
      {book.title}
    </Link>
  );
}

function OtherReadings({ books }: { books: readonly AnnotatedBook[] }) {
  const { t, language } = useI18n();
  if (books.length === 0) return null;
  return (
    <details className={classes.others}>
      <summary>{t('series.others', { count: books.length })}</summary>
      <ul>
        {books.map((book) => (
          <li key={book.asin}>
            <BookLink book={book} />
            <span className="dim small">
              {[book.narrators[0], book.language ? language(book.language) : ''].filter(Boolean).map((word) => ` · ${word}`)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PartLine({ entry }: { entry: SeriesPart }) {
  const { t, day, duration } = useI18n();
  const { part, book, others, state } = entry;
  const facts = [book.narrators[0], book.durationMinutes ? duration(book.durationMinutes) : ''];
  return (
    <li className={classes.part}>
      <span className={classes.number}>{part ?? '–'}</span>
      <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={72} />
      <div className={classes.words}>
        <strong className={classes.title}>
          <BookLink book={book} />
        </strong>
        <span className="dim small">{facts.filter(Boolean).join(' · ')}</span>
        <span className={classes.state} data-state={state}>
          {state === 'upcoming' && book.releaseDate ? t('book.upcoming', { date: day(book.releaseDate) }) : t(`series.state.${state}`)}
        </span>
        <OtherReadings books={others} />
      </div>
      {state === 'missing' || state === 'upcoming' ? (
        <div className={classes.action}>
          <RequestButton book={book} />
        </div>
      ) : null}
    </li>
  );
}

function Parts({ seriesId }: { seriesId: string }) {
  const { t } = useI18n();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(seriesBooksQuery(seriesId));
  // a series is shown in order, which requires all of it
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} role="status" aria-label={t('common.loading')} />;
  const parts = partsOfSeries(
    seriesId,
    data.pages.flatMap(({ items }) => items),
    today(),
  );
  if (parts.length === 0) {
    return (
      <StatePanel icon={IconBooks} title={t('browse.none.title')}>
        {t('browse.none.body')}
      </StatePanel>
    );
  }
  const counts = COUNTED.map((state) => [state, parts.filter((part) => part.state === state).length] as const).filter(([, n]) => n > 0);
  return (
    <>
      <div className={classes.summary}>
        <p className="dim" role="status">
          {counts.map(([state, count]) => t(`series.count.${state}`, { count })).join(' · ')}
        </p>
        {hasNextPage ? null : <MissingButton seriesId={seriesId} count={parts.filter(({ state }) => state === 'missing').length} />}
      </div>
      <ol className={classes.parts}>
        {parts.map((entry) => (
          <PartLine key={entry.book.asin} entry={entry} />
        ))}
      </ol>
      {error ? <ErrorState error={error} onRetry={() => void fetchNextPage()} compact /> : null}
    </>
  );
}

/** A series in order, with what is available, requested, unreleased or missing. */
export function SeriesPage() {
  const { t } = useI18n();
  const { seriesId } = useParams({ from: '/shell/series/$seriesId' });
  const { data, error, refetch } = useQuery(seriesQuery(seriesId));
  if (isApiError(error, 'unknown_series')) {
    return (
      <StatePanel icon={IconBooks} title={t('series.unknown.title')}>
        {t('series.unknown.body')}
      </StatePanel>
    );
  }
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={data?.name ?? t('series.title')}
        lead={t('series.title')}
        actions={data ? <FollowButton kind="series" catalogId={seriesId} name={data.name} /> : null}
      />
      {data?.description ? <Description text={data.description} title={t('series.about')} headingLevel={2} /> : null}
      <Parts seriesId={seriesId} />
    </div>
  );
}
