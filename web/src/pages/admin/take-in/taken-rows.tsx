import { useInfiniteQuery } from '@tanstack/react-query';
import { takenBooksQuery, type TakenFilter } from '../../../api/queries/take-in-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { GrowingRows } from '../../../components/page/growing-rows.js';
import { NextPageFault } from '../../../components/page/next-page-fault.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { useMemo, useRef } from 'react';
import { useStaying } from '../../../components/staying/use-staying.js';
import { TakenLine } from './taken-line.js';

const LINE_HEIGHT = 168;

/** The books of a take-in. */
export function TakenRows({ takeInId, filter }: { takeInId: string; filter: TakenFilter }) {
  const { t } = useI18n();
  const found = useInfiniteQuery(takenBooksQuery(takeInId, filter));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const books = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const list = useRef<HTMLDivElement>(null);
  const { rows, around } = useStaying(books, ({ id }) => id, list);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} compact />;
  if (!data) return <LoadingBlock height={320} />;
  if (rows.length === 0) return <p className="dim">{t('takeIn.books.none')}</p>;
  return (
    <div ref={list} {...around}>
      <GrowingRows
        name={[takeInId, filter.confidence, filter.state].join(' ')}
        label={t('takeIn.books')}
        items={rows.map(({ key, ...row }) => ({ id: key, ...row }))}
        total={data.pages[0]?.total ?? 0}
        rowHeight={LINE_HEIGHT}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      >
        {({ item, isGone }) => (
          <div inert={isGone}>
            <TakenLine taken={item} takeInId={takeInId} />
          </div>
        )}
      </GrowingRows>
      <NextPageFault found={found} />
    </div>
  );
}
