import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { seriesGapsQuery, type GapOrder } from '../../../api/queries/library-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { SearchField } from '../../../components/page/search-field.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { SeriesGapLine } from './series-gap-line.js';
import lines from './series-gaps.module.css';

const ORDERS: readonly GapOrder[] = ['missing', 'owned', 'name'];

interface Wanted {
  search?: string | undefined;
  page?: number | undefined;
  by?: GapOrder | undefined;
  dismissed?: true;
}

function Toolbar({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  const { t } = useI18n();
  const { page: _first, ...kept } = wanted;
  const { dismissed: _which, ...any } = kept;
  return (
    <div className={classes.toolbar}>
      <SearchField label={t('library.gaps.search')} value={wanted.search} onSearch={(search) => onChange({ ...kept, search })} />
      <Select
        aria-label={t('library.gaps.sort')}
        allowDeselect={false}
        value={wanted.by ?? 'missing'}
        data={ORDERS.map((order) => ({ value: order, label: t(`library.gaps.sort.${order}`) }))}
        onChange={(order) => onChange({ ...kept, by: order === null || order === 'missing' ? undefined : order })}
      />
      <SegmentedControl
        aria-label={t('library.gaps.show')}
        value={wanted.dismissed ? 'dismissed' : 'open'}
        data={(['open', 'dismissed'] as const).map((value) => ({ value, label: t(`library.gaps.show.${value}`) }))}
        onChange={(value) => onChange(value === 'dismissed' ? { ...any, dismissed: true } : any)}
      />
    </div>
  );
}

/** Series of which the library lacks parts. */
export function SeriesGapsPage() {
  const { t, relative, number } = useI18n();
  const navigate = useNavigate();
  const wanted = useSearch({ from: '/shell/admin/library/series' });
  const { search = '', by: sort = 'missing', dismissed = false, page = 1 } = wanted;
  const list = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery(seriesGapsQuery({ search, sort, dismissed, page }));
  const show = (next: Wanted) => void navigate({ to: '/admin/library/series', search: next, replace: true });
  useLastPage(data, (next) => show({ ...wanted, page: next }));
  const progress = data?.progress;
  const isComplete = progress !== undefined && progress.series > 0 && progress.walked >= progress.series;
  return (
    <>
      <PageHeader
        title={t('library.gaps.title')}
        lead={data ? t(dismissed ? 'library.gaps.count.dismissed' : 'library.gaps.count', { count: data.total }) : t('library.gaps.lead')}
      />
      {progress && progress.series > 0 ? (
        <p className="dim small" role="status">
          {t('library.gaps.progress', { walked: number(progress.walked), series: number(progress.series) })}{' '}
          {progress.lastWalkedAt === null ? '' : t('library.gaps.progress.last', { when: relative(progress.lastWalkedAt) })}
        </p>
      ) : null}
      <Toolbar wanted={wanted} onChange={show} />
      {data ? (
        data.total > 0 ? (
          <>
            {/* the button that was pressed goes with its line */}
            <StayingRows as="ul" items={data.items} keyOf={(series) => series.seriesId} listRef={list} className={lines.list}>
              {(series) => (
                <SeriesGapLine key={series.seriesId} series={series} onDone={() => list.current?.focus({ preventScroll: true })} />
              )}
            </StayingRows>
            <Pager page={data.page} limit={data.limit} total={data.total} onPage={(next) => show({ ...wanted, page: next })} />
          </>
        ) : search ? (
          <StatePanel icon={IconSearchOff} title={t('library.gaps.none', { search })} compact />
        ) : (
          <StatePanel icon={IconCircleCheck} title={t('library.gaps.empty.title')}>
            {t(`library.gaps.empty.${dismissed ? 'dismissed' : isComplete ? 'complete' : 'body'}`)}
          </StatePanel>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
