import { IconAlertTriangle, IconBug, IconCircleX, IconInfoCircle, IconSkull } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { Tone } from '../../../api/request-status.js';
import type { LogLevel } from '../../../api/types.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const LOOKS: Record<LogLevel, { tone: Tone; icon: Icon }> = {
  trace: { tone: 'closed', icon: IconBug },
  debug: { tone: 'closed', icon: IconBug },
  info: { tone: 'closed', icon: IconInfoCircle },
  warn: { tone: 'moving', icon: IconAlertTriangle },
  error: { tone: 'bad', icon: IconCircleX },
  fatal: { tone: 'bad', icon: IconSkull },
};

export function LevelChip({ level }: { level: LogLevel }) {
  const { t } = useI18n();
  return (
    <Chip tone={LOOKS[level].tone} icon={LOOKS[level].icon}>
      {t(`logs.level.${level}`)}
    </Chip>
  );
}
