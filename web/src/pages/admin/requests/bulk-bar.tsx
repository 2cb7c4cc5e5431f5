import { Button } from '@mantine/core';
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
}

/** The number of selected requests, and the actions on them. */
export function BulkBar({ count, running, progress, onNone, onPage, everything, onApprove, onDeny }: BulkBarProps) {
  const { t } = useI18n();
  return (
    <div className={classes.bulk} role="region" aria-label={t('requests.bulk')}>
      <div className={classes.bulkCount}>
        <span role="status">
          {progress ? t('requests.bulk.progress', { done: progress.done, total: progress.total }) : t('requests.selected', { count })}
        </span>
        <Button variant="subtle" color="gray" disabled={running} onClick={onNone}>
          {t('requests.selectNone')}
        </Button>
      </div>
      <div className={classes.bulkChoose}>
        <Button variant="subtle" color="gray" disabled={running} onClick={onPage}>
          {t('requests.selectAll')}
        </Button>
        {everything ? (
          <Button variant="subtle" color="gray" disabled={running} onClick={everything.onChoose}>
            {t('requests.selectEvery', { count: everything.total })}
          </Button>
        ) : null}
      </div>
      <div className={classes.bulkAct}>
        {onDeny ? (
          <Button variant="default" disabled={running} onClick={onDeny}>
            {t('request.action.deny')}
          </Button>
        ) : null}
        {onApprove ? (
          <Button loading={running} onClick={onApprove}>
            {t('request.action.approve')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
