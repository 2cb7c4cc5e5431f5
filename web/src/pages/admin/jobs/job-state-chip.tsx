import { IconCheck, IconCircleX, IconHourglass, IconPlayerPlay, IconX } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { Tone } from '../../../api/request-status.js';
import type { JobState } from '../../../api/types.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const LOOKS: Record<JobState, { tone: Tone; icon: Icon }> = {
  queued: { tone: 'asked', icon: IconHourglass },
  running: { tone: 'moving', icon: IconPlayerPlay },
  done: { tone: 'good', icon: IconCheck },
  failed: { tone: 'bad', icon: IconCircleX },
  cancelled: { tone: 'closed', icon: IconX },
};

export function JobStateChip({ state }: { state: JobState }) {
  const { t } = useI18n();
  return (
    <Chip tone={LOOKS[state].tone} icon={LOOKS[state].icon}>
      {t(`jobs.state.${state}`)}
    </Chip>
  );
}
