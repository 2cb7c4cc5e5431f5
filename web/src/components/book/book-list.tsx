import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { IconBooks } from '@tabler/icons-react';
import type { BookSearchPage } from '../../api/types.js';
import { BookGridSkeleton } from './book-grid.js';
import { EndlessBooks } from './endless-books.js';
import { foundBooks } from './found-books.js';
import { NoCatalog, useNoCatalog } from './no-catalog.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** An endless list of catalogue books with its empty, loading and error states. */
export function BookList({ query }: { query: UseInfiniteQueryResult<InfiniteData<BookSearchPage>> }) {
  const { t, relative } = useI18n();
  const isBare = useNoCatalog();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  if (!data && error && isBare) return <NoCatalog />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        <BookGridSkeleton />
      </div>
    );
  }
  const { books } = foundBooks(data.pages, hasNextPage);
  if (books.length === 0 && isBare) return <NoCatalog />;
  if (books.length === 0) {
    return (
      <StatePanel icon={IconBooks} title={t('browse.none.title')}>
        {t('browse.none.body')}
      </StatePanel>
    );
  }
  const [{ stale, fetchedAt } = {}] = data.pages;
  return (
    <>
      {stale && fetchedAt ? <p className="dim small">{t('home.stale', { when: relative(fetchedAt) })}</p> : null}
      <EndlessBooks books={books} hasMore={hasNextPage} busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      {error ? <ErrorState error={error} onRetry={() => void fetchNextPage()} compact /> : null}
    </>
  );
}
