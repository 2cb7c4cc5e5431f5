import {
  IconAlertTriangle,
  IconArrowUp,
  IconBiohazard,
  IconCheck,
  IconCircleX,
  IconPower,
  IconRefreshAlert,
  IconShieldHalf,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { pluginModeQuery } from '../../../api/queries/plugin-queries.js';
import type { Tone } from '../../../api/request-status.js';
import type { PluginInfo } from '../../../api/types.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

const LOOKS: Record<PluginInfo['state'], { tone: Tone; icon: Icon }> = {
  ready: { tone: 'good', icon: IconCheck },
  incompatible: { tone: 'bad', icon: IconCircleX },
  failed: { tone: 'bad', icon: IconCircleX },
  disabled: { tone: 'closed', icon: IconPower },
  quarantined: { tone: 'bad', icon: IconBiohazard },
};

/** The state of a plugin, whether it needs a restart, and whether there is a newer version. */
export function PluginChips({ plugin, update }: { plugin: PluginInfo; update: string | undefined }) {
  const { t } = useI18n();
  const { data: mode } = useQuery(pluginModeQuery);
  const rests = mode?.safeMode === true && plugin.state === 'ready';
  return (
    <div className={classes.chips}>
      {rests ? (
        <Chip tone="closed" icon={IconShieldHalf}>
          {t('plugins.rests')}
        </Chip>
      ) : (
        <Chip tone={LOOKS[plugin.state].tone} icon={LOOKS[plugin.state].icon}>
          {t(`plugins.state.${plugin.state}`)}
        </Chip>
      )}
      {plugin.ignoreCompatibility && !plugin.compatible ? (
        <Chip tone="moving" icon={IconAlertTriangle}>
          {t('plugins.atOwnRisk')}
        </Chip>
      ) : null}
      {plugin.restartNeeded ? (
        <Chip tone="person" icon={IconRefreshAlert}>
          {t('plugins.restartNeeded')}
        </Chip>
      ) : null}
      {update ? (
        <Chip tone="moving" icon={IconArrowUp}>
          {t('plugins.updateAvailable', { version: update })}
        </Chip>
      ) : null}
    </div>
  );
}
