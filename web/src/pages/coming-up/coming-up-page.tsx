import '../../components/follow/use-follow-messages.js';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCalendarEvent } from '@tabler/icons-react';
import { Fragment } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { comingUpQuery } from '../../api/queries/coming-up-queries.js';
import type { ComingBook } from '../../api/types.js';
import { authorsOf } from '../../components/book/book-text.js';
import { IgnoreAction } from '../../components/book/ignore-action.js';
import { Joined } from '../../components/book/joined.js';
import { AuthorNames, SeriesNames } from '../../components/book/names.js';
import { RequestButton } from '../../components/book/request-button.js';
import { Cover } from '../../components/cover/cover.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import { NextPageFault } from '../../components/page/next-page-fault.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { comma } from '../../i18n/join-names.js';
import { CalendarAddress } from './calendar-address.js';
import classes from './coming-up.module.css';
import { monthsOf } from './months-of.js';
import { BookTitle } from '../../components/book/book-title.js';

function FollowedLink({ source: { kind, catalogId, name } }: { source: ComingBook['from'][number] }) {
  return kind === 'series' ? (
    <Link to="/series/$seriesId" params={{ seriesId: catalogId }}>
      {name}
    </Link>
  ) : (
    <Link to="/authors/$authorId" params={{ authorId: catalogId }}>
      {name}
    </Link>
  );
}

/** Why a book is in the list. */
function Why({ coming: { from, requested, subscribed } }: { coming: ComingBook }) {
  const { t } = useI18n();
  return (
    <span className="dim small">
      {requested ? t('coming.requested') : subscribed ? t('coming.subscribed') : null}
      {(requested || subscribed) && from.length > 0 ? ' ' : null}
      {from.length > 0 ? `${t('coming.follows')} ` : null}
      {from.map((source, index) => (
        <Fragment key={source.id}>
          {index > 0 ? comma() : null}
          <bdi>
            <FollowedLink source={source} />
          </bdi>
        </Fragment>
      ))}
    </span>
  );
}

function BookRow({ coming }: { coming: ComingBook }) {
  const { dayOfMonth, weekday } = useI18n();
  const { book, releaseDate, requested, subscribed } = coming;
  return (
    <li className={classes.book}>
      <time className={classes.day} dateTime={releaseDate}>
        <span className={classes.number}>{dayOfMonth(releaseDate)}</span>
        {weekday(releaseDate)}
      </time>
      <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={72} />
      <div className={classes.words}>
        <strong className={classes.title}>
          <Link
            to="."
            search={(previous) => ({ ...previous, book: book.asin })}
            resetScroll={false}
            className="plain-link"
            data-book={book.asin}
          >
            <BookTitle book={book} />
          </Link>
        </strong>
        <span className="dim small">
          <Joined>
            {[
              book.authors.length > 0 ? <AuthorNames authors={book.authors} /> : null,
              book.series.length > 0 ? <SeriesNames series={book.series.slice(0, 1)} /> : null,
            ]}
          </Joined>
        </span>
        <Why coming={coming} />
      </div>
      <div className={classes.action}>
        <RequestButton book={book} isDated inRow />
        {requested || subscribed ? null : <IgnoreAction book={book} />}
      </div>
    </li>
  );
}

function Books() {
  const { t, month: nameOf } = useI18n();
  const found = useInfiniteQuery(comingUpQuery);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = found;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton height={24} width={160} mb="md" radius="sm" />
        <Skeleton height={240} radius="md" />
      </div>
    );
  }
  const months = monthsOf(data.pages.flatMap(({ items }) => items));
  if (months.length === 0) {
    return (
      <StatePanel
        icon={IconCalendarEvent}
        title={t('coming.none.title')}
        action={<Button renderRoot={(props) => <Link to="/browse" {...props} />}>{t('coming.none.action')}</Button>}
      >
        {t('coming.none.body')}
      </StatePanel>
    );
  }
  return (
    <>
      {months.map(({ month, books }) => (
        <Section key={month} title={nameOf(month)}>
          <ol className={classes.books}>
            {books.map((coming) => (
              <BookRow key={coming.book.asin} coming={coming} />
            ))}
          </ol>
        </Section>
      ))}
      <NextPageFault found={found} />
      {hasNextPage && !isFetchNextPageError ? (
        <div className={classes.more}>
          <ActionButton variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('coming.more')}
          </ActionButton>
        </div>
      ) : null}
    </>
  );
}

/** The books to come of what one follows and requested, by month. */
export function ComingUpPage() {
  const { t } = useI18n();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('nav.comingUp')}
        lead={t('coming.lead')}
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/shelves" {...props} />}>
            {t('follow.list.title')}
          </Button>
        }
      />
      <Books />
      <CalendarAddress />
    </div>
  );
}
