import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { takenBooksQuery } from '../../../api/queries/take-in-queries.js';
import type { Confidence } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { GrowingRows } from '../../../components/page/growing-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { TakenLine } from './taken-line.js';

const LINE_HEIGHT = 168;

/** The books of a take-in. */
export function TakenRows({ takeInId, confidence }: { takeInId: string; confidence: Confidence | undefined }) {
  const { t } = useI18n();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(takenBooksQuery(takeInId, confidence));
  const books = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} compact />;
  if (!data) return <Skeleton height={320} role="status" aria-label={t('common.loading')} />;
  if (books.length === 0) return <p className="dim">{t('takeIn.books.none')}</p>;
  return (
    <GrowingRows
      name={`${takeInId} ${confidence ?? ''}`}
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
  );
}
