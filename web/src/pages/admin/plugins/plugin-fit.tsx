import { IconAlertTriangle } from '@tabler/icons-react';
import type { PluginInfo } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

/** The plugin API that a plugin needs and the one that is here, if they do not fit. */
export function PluginFit({ plugin, apiVersion }: { plugin: PluginInfo; apiVersion: string }) {
  const { t } = useI18n();
  if (plugin.compatible) return null;
  const allowed = plugin.ignoreCompatibility;
  return (
    <div className={classes.fit} data-tone={allowed ? 'moving' : 'bad'}>
      <p>
        <IconAlertTriangle size={16} aria-hidden="true" />
        {t(allowed ? 'plugins.fit.allowed' : 'plugins.fit.refused')}
      </p>
      <dl>
        <div>
          <dt>{t('plugins.fit.wants')}</dt>
          <dd>{plugin.api}</dd>
        </div>
        <div>
          <dt>{t('plugins.fit.has')}</dt>
          <dd>{apiVersion}</dd>
        </div>
      </dl>
      <p>{t(allowed ? 'plugins.fit.allowed.hint' : 'plugins.fit.refused.hint')}</p>
    </div>
  );
}
