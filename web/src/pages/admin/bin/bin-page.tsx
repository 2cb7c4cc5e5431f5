import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { binQuery } from '../../../api/queries/bin-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { BinRow } from './bin-row.js';
import rows from '../../../components/page/item-rows.module.css';

/** Files that gave way to other copies, until they are deleted. */
export function BinPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const list = useRef<HTMLElement>(null);
  const { page = 1 } = useSearch({ from: '/shell/admin/library/bin' });
  const { data, error, refetch } = useQuery(binQuery(page));
  const show = (next: number) => void navigate({ to: '/admin/library/bin', search: next === 1 ? {} : { page: next }, replace: true });
  useLastPage(data, show);
  return (
    <>
      <PageHeader title={t('bin.title')} lead={t('bin.lead')} />
      {data ? (
        <>
          {/* the button that was pressed goes with its row */}
          <StayingRows as="ul" items={data.items} keyOf={({ id }) => id} listRef={list} className={rows.list} label={t('bin.list')}>
            {(book) => <BinRow key={book.id} book={book} onDone={() => list.current?.focus({ preventScroll: true })} />}
          </StayingRows>
          {data.total === 0 ? (
            <StatePanel icon={IconTrash} title={t('bin.none')}>
              {t('bin.none.body')}
            </StatePanel>
          ) : null}
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={show} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </>
  );
}
