import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { bookSearchQuery } from '../../api/queries/book-queries.js';
import { NoCatalog, useNoCatalog } from '../../components/book/no-catalog.js';
import { BookGridSkeleton } from '../../components/book/book-grid.js';
import { EndlessBooks } from '../../components/book/endless-books.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { foundBooks } from '../../components/book/found-books.js';
import classes from './search-page.module.css';

function Results({ query }: { query: string }) {
  const { t } = useI18n();
  const isBare = useNoCatalog();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(bookSearchQuery(query));
  if (!data && error && isBare) return <NoCatalog />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label={t('common.loading')}>
        <p className={classes.count}>…</p>
        <BookGridSkeleton />
      </div>
    );
  }
  const { books, count } = foundBooks(data.pages, hasNextPage);
  const stale = data.pages.some((page) => page.stale);
  if (books.length === 0) {
    return (
      <StatePanel icon={IconSearchOff} title={t('search.none.title', { query })}>
        {t('search.none.body')}
      </StatePanel>
    );
  }
  return (
    <>
      <p className={classes.count} role="status">
        {count === undefined ? t('search.resultsAtLeast', { count: books.length, query }) : t('search.results', { count, query })}
        {stale ? ` · ${t('search.stale')}` : ''}
      </p>
      <EndlessBooks books={books} hasMore={hasNextPage} busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}

export function SearchPage() {
  const { t } = useI18n();
  const { q } = useSearch({ from: '/shell/search' });
  const query = (q ?? '').trim();
  const isBare = useNoCatalog();
  useWindowTitle(query === '' ? t('search.title') : `${query} · ${t('search.title')}`);
  return (
    <>
      <h1 className="visually-hidden">{t('search.title')}</h1>
      {isBare && query === '' ? (
        <NoCatalog />
      ) : query === '' ? (
        <StatePanel icon={IconSearch} title={t('search.start.title')}>
          {t('search.start.body')}
        </StatePanel>
      ) : (
        <Results query={query} />
      )}
    </>
  );
}
