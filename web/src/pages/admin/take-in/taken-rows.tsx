import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import { takenBooksQuery } from '../../../api/queries/take-in-queries.js';
import type { Confidence, TakenBook } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useRowRange, useWindowPlace } from '../../../components/page/window-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import lists from '../renames/renames.module.css';
import { TakenLine } from './taken-line.js';

/** A list of so many books is on the page as a whole, so that the browser can find words in it. */
const SHOWN_WHOLE = 100;
const LINE_HEIGHT = 168;

function Rows({ books, takeInId, total, busy }: { books: readonly TakenBook[]; takeInId: string; total: number; busy: boolean }) {
  const { t } = useI18n();
  const { ref, top } = useWindowPlace();
  const { rangeExtractor, onFocusRow } = useRowRange(books.length <= SHOWN_WHOLE);
  const virtualizer = useWindowVirtualizer({
    count: books.length,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => books[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
  });
  return (
    <div ref={ref} className={lists.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
      <ul aria-label={t('takeIn.books')} aria-busy={busy || undefined}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const taken = books[index];
          return taken ? (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={lists.row}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
              onFocusCapture={() => onFocusRow(index)}
            >
              <TakenLine taken={taken} takeInId={takeInId} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

/** The books of a take-in; the list grows as its end comes near. */
export function TakenRows({ takeInId, confidence }: { takeInId: string; confidence: Confidence | undefined }) {
  const { t } = useI18n();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(takenBooksQuery(takeInId, confidence));
  const books = data?.pages.flatMap(({ items }) => items) ?? [];
  const { ref, entry } = useIntersection({ rootMargin: '800px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    // a new page is a reason to check again: the end may still be near
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNear, books.length]);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} compact />;
  if (!data) return <Skeleton height={320} role="status" aria-label={t('common.loading')} />;
  if (books.length === 0) return <p className="dim">{t('takeIn.books.none')}</p>;
  return (
    <>
      <Rows key={confidence ?? 'all'} books={books} takeInId={takeInId} total={data.pages[0]?.total ?? 0} busy={isFetchingNextPage} />
      {hasNextPage ? (
        <div className={lists.more} ref={ref}>
          <ActionButton variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
          </ActionButton>
        </div>
      ) : null}
    </>
  );
}
