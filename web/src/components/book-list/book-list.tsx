import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { IconBooks, IconFilterOff } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { bookListQuery, type BookListOf } from '../../api/queries/book-list-queries.js';
import type { BookSearchPage } from '../../api/types.js';
import { NextPageFault } from '../page/next-page-fault.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookGridSkeleton } from '../book/book-grid.js';
import { foundBooks } from '../book/found-books.js';
import { NoCatalog, SilentCatalog, useCatalogStanding, useNoCatalog } from '../book/no-catalog.js';
import { StaleNote } from '../book/stale-note.js';
import { ErrorState } from '../feedback/error-state.js';
import { StatePanel } from '../feedback/state-panel.js';
import { Waiting } from '../feedback/waiting.js';
import classes from './book-list.module.css';
import { EndlessBooks } from './endless-books.js';
import { FilterBar } from './filter-bar.js';
import { useListFilter } from './use-list-filter.js';

/** A shorter list needs no filter. */
const WORTH_FILTERING = 7;

interface BookListProps {
  list: BookListOf;
  /** Shown instead of the list when it has no books without any filter. */
  empty?: ReactNode;
  /** Words above a list without filters. `count` is missing while there may be more than the `shown` books. */
  summary?: (found: { count: number | undefined; shown: number; stale: boolean }) => string;
  /** Stands at the end of the line of words. */
  aside?: ReactNode;
  /** Stands between the words and the books. */
  lead?: (first: BookSearchPage) => ReactNode;
}

/** Words about a list, and something beside them. The words stay in the page, so that screen readers hear what changes in them. */
function Head({ aside, children }: { aside: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <p className={classes.count} role="status">
        {children}
      </p>
      {aside}
    </div>
  );
}

function NoBooks() {
  const { t } = useI18n();
  const standing = useCatalogStanding();
  if (standing === 'silent') return <SilentCatalog />;
  return (
    <StatePanel icon={IconBooks} title={t('browse.none.title')}>
      {t('browse.none.body')}
    </StatePanel>
  );
}

function NoneMatches({ onClear }: { onClear: () => void }) {
  const { t } = useI18n();
  return (
    <StatePanel
      icon={IconFilterOff}
      title={t('filter.none.title')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    >
      {t('filter.none.body')}
    </StatePanel>
  );
}

interface BooksProps {
  name: string;
  found: UseInfiniteQueryResult<InfiniteData<BookSearchPage>>;
  total: number | undefined;
  /** Shown instead of no books. */
  none: ReactNode;
}

function Books({ name, found, total, none }: BooksProps) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = found;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Waiting>
        <BookGridSkeleton />
      </Waiting>
    );
  }
  const { books } = foundBooks(data.pages, hasNextPage);
  return (
    <>
      {books.length === 0 && !hasNextPage ? (
        none
      ) : (
        <div className={classes.list} data-old={isPlaceholderData}>
          <EndlessBooks
            name={name}
            books={books}
            total={total}
            hasMore={hasNextPage && !isPlaceholderData}
            busy={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        </div>
      )}
      <NextPageFault found={found} />
    </>
  );
}

/** The words for a list that the filter did not see all of. */
const COUNTED = { long: 'filter.countAmongFirst', catalogue: 'filter.countAmongKnown', region: 'filter.countWithoutRegion' } as const;

/** An endless list of catalogue books that can be filtered and sorted, with its empty, loading and error states. */
export function BookList({ list, empty, summary, aside, lead }: BookListProps) {
  const { t } = useI18n();
  const isBare = useNoCatalog();
  const state = useListFilter();
  const { filter, active } = state;
  const found = useInfiniteQuery(bookListQuery(list, filter));
  const { data, error, hasNextPage, isPlaceholderData } = found;
  const [first] = data?.pages ?? [];
  const { books, count } = foundBooks(data?.pages ?? [], hasNextPage);
  const isFiltered = active > 0;
  if (isBare && books.length === 0 && (first || error)) return <NoCatalog />;

  const total = first?.filtered && !isPlaceholderData ? first.total : undefined;
  const isWorthFiltering = isFiltered || filter.sorted !== undefined || hasNextPage || books.length >= WORTH_FILTERING;
  const words = (): string | undefined => {
    if (!first || (books.length === 0 && !isFiltered)) return undefined;
    if (isFiltered && total !== undefined) {
      const { among = 0, incomplete } = first.filtered ?? {};
      return t(incomplete === undefined ? 'filter.count' : COUNTED[incomplete], { count: total, among });
    }
    return summary?.({ count, shown: books.length, stale: data?.pages.some((page) => page.stale) ?? false });
  };
  return (
    <>
      {isWorthFiltering ? <FilterBar {...state} list={list} count={total} /> : null}
      {/* always here, so that what is open in it stays open while the books change */}
      <Head aside={aside}>{words()}</Head>
      {summary ? null : <StaleNote of={data?.pages.find(({ stale }) => stale)} />}
      {first ? lead?.(first) : null}
      <Books
        // another filter makes another list, whose rows have other heights
        name={JSON.stringify([list, filter])}
        found={found}
        total={total ?? count}
        none={isFiltered ? <NoneMatches onClear={state.clear} /> : (empty ?? <NoBooks />)}
      />
    </>
  );
}
