import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { renameMovesQuery } from '../../../api/queries/rename-queries.js';
import type { Rename, RenameMoveState } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { GrowingRows } from '../../../components/page/growing-rows.js';
import { Section } from '../../../components/page/section.js';
import tabs from '../../../components/request/group-tabs.module.css';
import { NextPageFault } from '../../../components/page/next-page-fault.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { MoveLine } from './move-line.js';

/** States by which the list can be filtered; the others pass at once. */
const FILTERS = ['planned', 'blocked', 'moved', 'failed', 'undone'] as const satisfies RenameMoveState[];

const LINE_HEIGHT = 112;

/** Filters as links: the state is part of the address. */
function Filter({ counts, current }: { counts: Rename['counts']; current: RenameMoveState | undefined }) {
  const { t, number } = useI18n();
  const present = FILTERS.filter((state) => counts[state] > 0 || state === current);
  if (present.length < 2) return null;
  const all = FILTERS.reduce((sum, state) => sum + counts[state], 0);
  const entries = [{ state: undefined, count: all }, ...present.map((state) => ({ state, count: counts[state] }))];
  return (
    <nav className={tabs.tabs} aria-label={t('rename.filter')}>
      {entries.map(({ state, count }) => (
        <Link
          key={state ?? 'all'}
          to="/admin/library/rename"
          search={(previous) => ({ ...previous, show: state })}
          replace
          resetScroll={false}
          className={tabs.tab}
          data-active={state === current}
          aria-current={state === current ? 'true' : undefined}
        >
          {state === undefined ? t('common.all') : t(`rename.move.${state}`)}
          <span className={tabs.count}>{number(count)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The books of a rename, with their old and new names. */
export function RenameMoves({ rename, show }: { rename: Rename; show: RenameMoveState | undefined }) {
  const { t } = useI18n();
  const found = useInfiniteQuery(renameMovesQuery(rename.id, show));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  const moves = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <Section title={t('rename.books')}>
      <Filter counts={rename.counts} current={show} />
      {data ? (
        moves.length > 0 ? (
          <GrowingRows
            name={`${rename.id} ${show ?? ''}`}
            label={t('rename.books')}
            items={moves}
            total={total}
            rowHeight={LINE_HEIGHT}
            hasMore={hasNextPage}
            busy={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          >
            {(move) => <MoveLine move={move} />}
          </GrowingRows>
        ) : (
          <p className="dim">{t('rename.books.none')}</p>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <LoadingBlock height={320} />
      )}
      <NextPageFault found={found} />
    </Section>
  );
}
