import { ActionButton } from '../../controls/action-button.js';
import { useFootBar } from '../../page/use-foot-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import type { BulkProgress } from './act-on-many.js';
import { BULK_ACTIONS, type BulkAction } from './bulk-actions.js';
import classes from './many.module.css';

interface BulkBarProps {
  count: number;
  running: boolean;
  progress: BulkProgress | null;
  onNone: () => void;
  onPage: () => void;
  onStop: () => void;
  /** Present if there are more than this page, and all can be selected at once. */
  everything?: { total: number; onChoose: () => void } | undefined;
  /** What can be done, and to how many of the selected ones. */
  actions: readonly (readonly [BulkAction, number])[];
  onAct: (action: BulkAction) => void;
  onExport: () => void;
}

/** The number of selected requests, and the actions on them. */
export function BulkBar({ count, running, progress, actions, everything, ...on }: BulkBarProps) {
  const { t } = useI18n();
  const bar = useFootBar();
  const main = actions.at(-1)?.[0];
  const label = (action: BulkAction, some: number): string => {
    const name = t(`request.action.${action}`);
    return some === count ? name : t('requests.bulk.some', { action: name, count: some });
  };
  return (
    <div ref={bar} data-stays className={classes.bar} role="region" aria-label={t('requests.bulk')}>
      <div className={classes.count}>
        <span role="status">
          {progress ? t('requests.bulk.progress', { done: progress.done, total: progress.total }) : t('requests.selected', { count })}
        </span>
        {progress ? (
          <ActionButton variant="default" onClick={on.onStop}>
            {t('requests.bulk.stop')}
          </ActionButton>
        ) : (
          <ActionButton variant="subtle" color="gray" blocked={running} onClick={on.onNone}>
            {t('requests.selectNone')}
          </ActionButton>
        )}
      </div>
      <div className={classes.choose}>
        <ActionButton variant="subtle" color="gray" blocked={running} onClick={on.onPage}>
          {t('requests.selectAll')}
        </ActionButton>
        {everything ? (
          <ActionButton variant="subtle" color="gray" blocked={running} onClick={everything.onChoose}>
            {t('requests.selectEvery', { count: everything.total })}
          </ActionButton>
        ) : null}
      </div>
      <div className={classes.act}>
        <ActionButton variant="default" blocked={running} onClick={on.onExport}>
          {t('requestList.export')}
        </ActionButton>
        {actions.map(([action, some]) => (
          <ActionButton
            key={action}
            variant={action === main && !BULK_ACTIONS[action].asks ? 'filled' : 'default'}
            blocked={running}
            onClick={() => on.onAct(action)}
          >
            {label(action, some)}
          </ActionButton>
        ))}
      </div>
    </div>
  );
}
