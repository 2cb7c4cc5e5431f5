import { ActionButton } from '../../../components/controls/action-button.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import type { BulkProgress } from './act-on-many.js';

interface BulkBarProps {
  count: number;
  running: boolean;
  progress: BulkProgress | null;
  onNone: () => void;
  onPage: () => void;
  /** Present if there are more than this page, and all can be selected at once. */
  everything?: { total: number; onChoose: () => void } | undefined;
  /** Absent if none of the selected ones can be approved. */
  onApprove?: (() => void) | undefined;
  onDeny?: (() => void) | undefined;
  onDelete: () => void;
}

/** The number of selected requests, and the actions on them. */
export function BulkBar({ count, running, progress, onNone, onPage, everything, onApprove, onDeny, onDelete }: BulkBarProps) {
  const { t } = useI18n();
  return (
    <div className={classes.bulk} role="region" aria-label={t('requests.bulk')}>
      <div className={classes.bulkCount}>
        <span role="status">
          {progress ? t('requests.bulk.progress', { done: progress.done, total: progress.total }) : t('requests.selected', { count })}
        </span>
        <ActionButton variant="subtle" color="gray" blocked={running} onClick={onNone}>
          {t('requests.selectNone')}
        </ActionButton>
      </div>
      <div className={classes.bulkChoose}>
        <ActionButton variant="subtle" color="gray" blocked={running} onClick={onPage}>
          {t('requests.selectAll')}
        </ActionButton>
        {everything ? (
          <ActionButton variant="subtle" color="gray" blocked={running} onClick={everything.onChoose}>
            {t('requests.selectEvery', { count: everything.total })}
          </ActionButton>
        ) : null}
      </div>
      <div className={classes.bulkAct}>
        <ActionButton variant="default" blocked={running} onClick={onDelete}>
          {t('request.action.delete')}
        </ActionButton>
        {onDeny ? (
          <ActionButton variant="default" blocked={running} onClick={onDeny}>
            {t('request.action.deny')}
          </ActionButton>
        ) : null}
        {onApprove ? (
          <ActionButton loading={running} onClick={onApprove}>
            {t('request.action.approve')}
          </ActionButton>
        ) : null}
      </div>
    </div>
  );
}
