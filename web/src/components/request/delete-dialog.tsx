import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deletionQuery, type FilesWish } from '../../api/queries/deletion-queries.js';
import type { DeletionPreview } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import { Dialog } from '../feedback/dialog.js';
import { ErrorState } from '../feedback/error-state.js';
import { LoadingBlock } from '../feedback/loading-block.js';
import classes from './delete-dialog.module.css';

type Folder = DeletionPreview['folders'][number];

/** What becomes of the files of one folder, a sentence each. */
function useFolderWords(): (folder: Folder) => string[] {
  const { t, bytes } = useI18n();
  return ({ fate, files, bytes: size, gone, changed, inUse, sharedBy, client, fault }) => [
    ...(fate === 'removable' && files > 0 ? [t('request.delete.removable', { count: files, size: bytes(size) })] : []),
    ...(fate === 'removable' && files === 0 ? [t('request.delete.none')] : []),
    ...(fate === 'shared' ? [t('request.delete.shared', { count: sharedBy })] : []),
    ...(fate === 'outside' ? [t('request.delete.outside')] : []),
    ...(fault === null ? [] : [t('request.delete.unseen', { fault })]),
    ...(gone > 0 ? [t('request.delete.gone', { count: gone })] : []),
    ...(changed > 0 ? [t('request.delete.changed', { count: changed })] : []),
    ...(inUse > 0 ? [t('request.delete.inUse', { count: inUse })] : []),
    ...(client === null ? [] : [t('request.delete.client', { client })]),
  ];
}

function Preview({ preview: { folders, others, deletion } }: { preview: DeletionPreview }) {
  const { t } = useI18n();
  const wordsOf = useFolderWords();
  return (
    <Stack gap="sm">
      {deletion ? <Alert color="yellow">{t('request.delete.underWay')}</Alert> : null}
      {folders.length === 0 ? <p className="dim">{t('request.delete.noFiles')}</p> : null}
      {folders.map((folder) => (
        <div key={folder.folder} className={classes.folder}>
          <p className={classes.path}>
            <bdi dir="ltr">{folder.folder}</bdi>
          </p>
          <ul className={classes.words}>
            {wordsOf(folder).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      ))}
      {others > 0 ? <p>{t('request.delete.others', { count: others })}</p> : null}
    </Stack>
  );
}

/** Looks at the files of the one request that is to be deleted. */
function PreviewOf({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(deletionQuery(id));
  if (data) return <Preview preview={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingBlock height={72} />;
}

interface DeleteDialogProps {
  title: string;
  /** Several are deleted without a look at the files of each. */
  requestIds: readonly string[];
  busy: boolean;
  onClose: () => void;
  onDelete: (files: FilesWish) => void;
}

/** Says what deleting requests removes, and asks what becomes of the files. */
export function DeleteDialog({ title, requestIds, busy, onClose, onDelete }: DeleteDialogProps) {
  const { t } = useI18n();
  const [files, setFiles] = useState<FilesWish>('keep');
  const [only, ...others] = requestIds;
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="lg">
        <p>{t('request.delete.about', { count: requestIds.length })}</p>
        {only !== undefined && others.length === 0 ? <PreviewOf id={only} /> : null}
        <Radio.Group label={t('request.delete.files')} value={files} onChange={(value) => setFiles(value)}>
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={t('request.delete.keep')} description={t('request.delete.keepHelp')} />
            <Radio value="remove" label={t('request.delete.remove')} description={t('request.delete.removeHelp')} />
          </Stack>
        </Radio.Group>
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <ActionButton color="red" loading={busy} onClick={() => onDelete(files)}>
          {t(files === 'keep' ? 'request.delete.confirm' : 'request.delete.confirmFiles', { count: requestIds.length })}
        </ActionButton>
      </Group>
    </Dialog>
  );
}
