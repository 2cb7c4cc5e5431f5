import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { uploadsQuery } from '../../../api/queries/upload-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { UploadRow } from './upload-row.js';
import rows from '../../../components/page/item-rows.module.css';
import classes from './uploads.module.css';

function Room({ room }: { room: { taken: number; quota: number } }) {
  const { t, bytes } = useI18n();
  const words = room.quota === 0 ? t('uploads.room.off') : t('uploads.room', { taken: bytes(room.taken), quota: bytes(room.quota) });
  return (
    <p className={classes.room}>
      {words}{' '}
      <Link to="/admin/settings" hash="library" className="small">
        {t('uploads.room.change')}
      </Link>
    </p>
  );
}

/** What people are uploading, how far it is, and the room that it takes. */
export function UploadsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const list = useRef<HTMLElement>(null);
  const { page = 1 } = useSearch({ from: '/shell/admin/library/uploads' });
  const { data, error, refetch } = useQuery(uploadsQuery(page));
  const show = (next: number) => void navigate({ to: '/admin/library/uploads', search: next === 1 ? {} : { page: next }, replace: true });
  useLastPage(data, show);
  return (
    <>
      <PageHeader title={t('uploads.title')} lead={t('uploads.lead')} />
      {data ? (
        <>
          <Room room={data.room} />
          {/* the button that was pressed goes with its row */}
          <StayingRows as="ul" items={data.items} keyOf={({ id }) => id} listRef={list} className={rows.list} label={t('uploads.list')}>
            {(upload) => <UploadRow key={upload.id} upload={upload} onDone={() => list.current?.focus({ preventScroll: true })} />}
          </StayingRows>
          {data.total === 0 ? (
            <StatePanel icon={IconUpload} title={t('uploads.none')}>
              {t('uploads.none.body')}
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
