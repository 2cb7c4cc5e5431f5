import { ActionIcon } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { withBase } from '../../../api/base-path.js';
import { useDeleteBackup } from '../../../api/queries/backup-queries.js';
import type { Backup } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import own from './backups.module.css';

function BackupRow({ backup, onDelete }: { backup: Backup; onDelete: () => void }) {
  const { t, dateTime, relative, bytes } = useI18n();
  const when = dateTime(backup.createdAt);
  return (
    <tr>
      <td>
        <time dateTime={backup.createdAt}>
          <strong>{when}</strong>
        </time>
        <span className={classes.sub}>{relative(backup.createdAt)}</span>
      </td>
      <td data-label={t('backups.kind')}>{t(`backups.kind.${backup.kind}`)}</td>
      <td data-label={t('backups.size')} className="tabular">
        {bytes(backup.bytes)}
      </td>
      <td>
        <div className={own.actions}>
          <ActionIcon
            component="a"
            href={withBase(`/api/admin/backups/${backup.name}/download`)}
            download={backup.name}
            variant="default"
            size={40}
            aria-label={t('backups.download', { when })}
          >
            <IconDownload size={18} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" size={40} onClick={onDelete} aria-label={t('backups.delete', { when })}>
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      </td>
    </tr>
  );
}

/** The existing backups, to download and to delete. */
export function BackupTable({ backups }: { backups: readonly Backup[] }) {
  const { t, dateTime } = useI18n();
  const errorText = useErrorText();
  const remove = useDeleteBackup();
  const [doomed, setDoomed] = useState<Backup>();
  const onConfirm = (): void => {
    if (!doomed) return;
    remove.mutate(doomed.name, {
      onSuccess: () => toast.done(t('backups.deleted')),
      onError: (error) => toast.problem(errorText(error)),
      onSettled: () => setDoomed(undefined),
    });
  };
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('backups.when')}</th>
            <th scope="col">{t('backups.kind')}</th>
            <th scope="col">{t('backups.size')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('backups.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} onDelete={() => setDoomed(backup)} />
          ))}
        </tbody>
      </table>
      {doomed ? (
        <ConfirmDialog
          title={t('backups.delete.title')}
          confirm={t('backups.delete.confirm')}
          danger
          busy={remove.isPending}
          onClose={() => setDoomed(undefined)}
          onConfirm={onConfirm}
        >
          <p>{t('backups.delete.body', { when: dateTime(doomed.createdAt) })}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
