import { Checkbox } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { IconBooks } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isApiError } from '../../api/api-error.js';
import { seriesBooksQuery, seriesQuery } from '../../api/queries/author-and-series-queries.js';
import { followPreviewQuery } from '../../api/queries/follow-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { authorsOf } from '../../components/book/book-text.js';
import { Description } from '../../components/book/description.js';
import { Joined } from '../../components/book/joined.js';
import { NarratorNames } from '../../components/book/names.js';
import { RequestButton } from '../../components/book/request-button.js';
import { StaleNote } from '../../components/book/stale-note.js';
import { Cover } from '../../components/cover/cover.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { FollowButton } from '../../components/follow/follow-button.js';
import { MissingButton } from '../../components/follow/missing-button.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts } from '../../i18n/join-names.js';
import { partsOfSeries, type PartState, type SeriesPart } from '../../components/book/parts-of-series.js';
import classes from './series.module.css';
import { BookTitle } from '../../components/book/book-title.js';

const COUNTED = ['available', 'requested', 'upcoming', 'missing'] as const satisfies readonly PartState[];

function BookLink({ book }: { book: AnnotatedBook }) {
  return (
    <Link to="." search={(previous) => ({ ...previous, book: book.asin })} resetScroll={false} className="plain-link" data-book={book.asin}>
      <BookTitle book={book} />
    </Link>
  );
}

function narratorOf({ narrators }: AnnotatedBook) {
  return narrators.length > 0 ? <NarratorNames narrators={narrators} most={1} /> : null;
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
              {' · '}
              <Joined>{[narratorOf(book), book.language ? language(book.language) : '']}</Joined>
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
  const facts = [narratorOf(book), book.durationMinutes ? duration(book.durationMinutes) : ''];
  return (
    <li className={classes.part}>
      <span className={classes.number}>{part ?? '–'}</span>
      <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={72} />
      <div className={classes.words}>
        <strong className={classes.title}>
          <BookLink book={book} />
        </strong>
        <span className="dim small">
          <Joined>{facts}</Joined>
        </span>
        {state ? (
          <span className={classes.state} data-state={state}>
            {state === 'upcoming' && book.releaseDate ? t('book.upcoming', { date: day(book.releaseDate) }) : t(`series.state.${state}`)}
          </span>
        ) : null}
        <OtherReadings books={others} />
      </div>
      {state === 'available' || state === 'requested' || state === 'collection' ? null : (
        <div className={classes.action}>
          <RequestButton book={book} inRow />
        </div>
      )}
    </li>
  );
}

/** Leaves out the parts that the library has; the choice stands in the address. */
function NotInLibrary({ count }: { count: number }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { notInLibrary } = useSearch({ from: '/shell/series/$seriesId' });
  const change = (isWanted: boolean) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, notInLibrary: isWanted ? true : undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Checkbox
      label={t('filter.notInLibraryCount', { count })}
      checked={notInLibrary === true}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

function Parts({ seriesId }: { seriesId: string }) {
  const { t } = useI18n();
  const { notInLibrary = false } = useSearch({ from: '/shell/series/$seriesId' });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    seriesBooksQuery(seriesId),
  );
  // a series is shown in order, which requires all of it
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  // the same answer as the dialog of missing books has, so that the two agree
  const judged = useQuery(followPreviewQuery({ kind: 'series', catalogId: seriesId }, { startRule: 'everything' }));
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || (judged.isPending && judged.failureCount === 0)) return <LoadingBlock height={320} />;
  const parts = partsOfSeries(
    seriesId,
    data.pages.flatMap(({ items }) => items),
    judged.data?.parts,
  );
  if (parts.length === 0) {
    return (
      <StatePanel icon={IconBooks} title={t('browse.none.title')}>
        {t('browse.none.body')}
      </StatePanel>
    );
  }
  const lacking = parts.filter(({ state }) => state !== 'available');
  const shown = notInLibrary ? lacking : parts;
  const counts = COUNTED.map((state) => [state, parts.filter((part) => part.state === state).length] as const).filter(([, n]) => n > 0);
  return (
    <>
      {isFetchNextPageError ? (
        <ErrorState error={error} onRetry={() => void fetchNextPage()} title={t('series.incomplete')} compact />
      ) : null}
      <StaleNote of={data.pages.find(({ stale }) => stale)} />
      <div className={classes.summary}>
        <p className="dim" role="status">
          {joinFacts(counts.map(([state, count]) => t(`series.count.${state}`, { count })))}
        </p>
        {hasNextPage ? null : <MissingButton seriesId={seriesId} count={parts.filter(({ state }) => state === 'missing').length} />}
      </div>
      {notInLibrary || lacking.length < parts.length ? <NotInLibrary count={lacking.length} /> : null}
      {shown.length === 0 ? <p role="status">{t('series.complete')}</p> : null}
      <ol className={classes.parts}>
        {shown.map((entry) => (
          <PartLine key={entry.book.asin} entry={entry} />
        ))}
      </ol>
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
  const series = data?.series;
  return (
    <div className={classes.page}>
      <PageHeader
        title={series?.name ?? t('series.title')}
        lead={t('series.title')}
        actions={series ? <FollowButton kind="series" catalogId={seriesId} name={series.name} /> : null}
      />
      {series?.description ? <Description text={series.description} title={t('series.about')} headingLevel={2} /> : null}
      <Parts seriesId={seriesId} />
    </div>
  );
}
