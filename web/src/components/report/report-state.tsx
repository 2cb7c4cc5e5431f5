import { IconCircleCheck, IconCircleX, IconHourglass, IconMessageDots } from '@tabler/icons-react';
import type { Report } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Chip } from '../status/chip.js';

/** The state of a report; an open one waits for an admin where its reporter wrote last. */
export function ReportStateChip({ report: { state, lastFrom } }: { report: Pick<Report, 'state' | 'lastFrom'> }) {
  const { t } = useI18n();
  if (state === 'resolved') {
    return (
      <Chip tone="good" icon={IconCircleCheck}>
        {t('report.state.resolved')}
      </Chip>
    );
  }
  if (state === 'dismissed') {
    return (
      <Chip tone="closed" icon={IconCircleX}>
        {t('report.state.dismissed')}
      </Chip>
    );
  }
  return lastFrom === 'reporter' ? (
    <Chip tone="asked" icon={IconHourglass}>
      {t('report.state.waiting')}
    </Chip>
  ) : (
    <Chip tone="moving" icon={IconMessageDots}>
      {t('report.state.open')}
    </Chip>
  );
}
