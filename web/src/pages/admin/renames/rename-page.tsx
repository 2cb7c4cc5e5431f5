import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconFolderSymlink } from '@tabler/icons-react';
import { useState } from 'react';
import { renameQuery, renamesQuery } from '../../../api/queries/rename-queries.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { usePreviewRename } from '../../../components/request/use-preview-rename.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { ChooseBooks } from './choose-books.js';
import { RenameCard } from './rename-card.js';
import { RenameHistory } from './rename-history.js';
import { RenameMoves } from './rename-moves.js';
import { isUnderWay } from './use-rename.js';

/** The ways to begin. @param quiet whether something else on the page is more important */
function Begin({ blocked, quiet }: { blocked: boolean; quiet: boolean }) {
  const { t } = useI18n();
  const { preview, isPlanning } = usePreviewRename();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <ActionButton
        variant={quiet ? 'default' : 'filled'}
        loading={isPlanning}
        blocked={blocked}
        onClick={() => preview({ everything: true })}
      >
        {t('rename.preview')}
      </ActionButton>
      <ActionButton variant="default" blocked={blocked || isPlanning} onClick={() => setChoosing(true)}>
        {t('rename.choose')}
      </ActionButton>
      {isChoosing ? <ChooseBooks onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

/** New folders and names for books that are placed: the preview, the work, and the way back. */
export function RenamePage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { rename: chosenId, show, page = 1 } = useSearch({ from: '/shell/admin/library/rename' });
  const list = useQuery(renamesQuery(1));
  const chosen = useQuery(renameQuery(chosenId));
  const underWay = list.data?.items.find(isUnderWay);
  const shown = chosenId === undefined ? (underWay ?? list.data?.items[0]) : chosen.data;
  const isBare = list.data?.total === 0;
  const failed = [list, chosen].find(({ data, error }) => !data && error);
  const begin = <Begin blocked={underWay !== undefined} quiet={shown?.state === 'ready' && shown.counts.planned > 0} />;
  return (
    <>
      <PageHeader title={t('rename.title')} lead={t('rename.lead')} actions={list.data && !isBare ? begin : undefined} />
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : shown ? (
        <>
          <RenameCard key={shown.id} rename={shown} blocked={underWay !== undefined && underWay.id !== shown.id} />
          {shown.state === 'planning' ? null : <RenameMoves rename={shown} show={show} />}
          <RenameHistory
            page={page}
            shown={shown.id}
            onPage={(next) => void navigate({ to: '/admin/library/rename', search: { rename: chosenId, page: next } })}
          />
        </>
      ) : isBare && chosenId === undefined ? (
        <StatePanel
          icon={IconFolderSymlink}
          title={t('rename.empty.title')}
          action={
            <Group justify="center" gap="xs">
              {begin}
            </Group>
          }
        >
          {t('rename.empty.body')}
        </StatePanel>
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
