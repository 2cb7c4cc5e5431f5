import type { FilesWish } from '../../../api/queries/deletion-queries.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { ConfirmDialog } from '../../feedback/confirm-dialog.js';
import { DeleteDialog } from '../delete-dialog.js';
import { DenyDialog } from '../deny-dialog.js';
import type { BulkAction } from './bulk-actions.js';

/** What is asked before an action. */
export interface BulkAnswers {
  readonly reason?: string;
  readonly files?: FilesWish;
}

interface BulkDialogProps {
  action: BulkAction;
  /** Those that the action is possible for. */
  requestIds: readonly string[];
  onClose: () => void;
  onAct: (answers: BulkAnswers) => void;
}

/** Asks before an action on many requests that asks for something. */
export function BulkDialog({ action, requestIds, onClose, onAct }: BulkDialogProps) {
  const { t } = useI18n();
  const count = requestIds.length;
  if (action === 'deny') {
    return <DenyDialog title={t('requests.bulk.deny', { count })} busy={false} onClose={onClose} onDeny={(reason) => onAct({ reason })} />;
  }
  if (action === 'delete') {
    return (
      <DeleteDialog
        title={t('request.delete.titles', { count })}
        requestIds={requestIds}
        busy={false}
        onClose={onClose}
        onDelete={(files) => onAct({ files })}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t('requests.bulk.cancel', { count })}
      confirm={t('requests.bulk.cancelConfirm', { count })}
      cancel={t('common.close')}
      danger
      onClose={onClose}
      onConfirm={() => onAct({})}
    >
      {t('requests.bulk.cancelBody')}
    </ConfirmDialog>
  );
}
