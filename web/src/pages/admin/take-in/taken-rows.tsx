import { useInfiniteQuery } from '@tanstack/react-query';
import { takenBooksQuery, type TakenFilter } from '../../../api/queries/take-in-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { GrowingRows } from '../../../components/page/growing-rows.js';
import { NextPageFault } from '../../../components/page/next-page-fault.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { TakenLine } from './taken-line.js';

const LINE_HEIGHT = 168;

/** The books of a take-in. */
export function TakenRows({ takeInId, filter }: { takeInId: string; filter: TakenFilter }) {
  const { t } = useI18n();
  const found = useInfiniteQuery(takenBooksQuery(takeInId, filter));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const books = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} compact />;
  if (!data) return <LoadingBlock height={320} />;
  if (books.length === 0) return <p className="dim">{t('takeIn.books.none')}</p>;
  return (
    <>
      <GrowingRows
        name={[takeInId, filter.confidence, filter.state].join(' ')}
        label={t('takeIn.books')}
        items={books}
        total={data.pages[0]?.total ?? 0}
        rowHeight={LINE_HEIGHT}
        hasMore={hasNextPage}
        busy={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      >
        {(taken) => <TakenLine taken={taken} takeInId={takeInId} />}
      </GrowingRows>
      <NextPageFault found={found} />
    </>
  );
}
