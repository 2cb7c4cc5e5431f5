import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { IconShieldHalf } from '@tabler/icons-react';
import { pluginModeQuery } from '../../api/queries/plugin-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './admin.module.css';
import { Notice } from './notice.js';

/** Says on every admin page that no plugin runs, what that means, and how to end it; nothing while plugins run. */
export function SafeModeBanner() {
  const { t } = useI18n();
  const { data } = useQuery(pluginModeQuery);
  const isOnPlugins = useRouterState({ select: ({ location }) => location.pathname === '/admin/plugins' });
  if (!data?.safeMode) return null;
  return (
    <Notice icon={IconShieldHalf}>
      <p className={classes.noticeTitle}>{t('safeMode.title')}</p>
      <p>{t('safeMode.meaning')}</p>
      <p>
        {t('safeMode.leave')} <code>--safe-mode</code> <code>LECTERN_SAFE_MODE</code>
      </p>
      {isOnPlugins ? null : <Link to="/admin/plugins">{t('safeMode.plugins')}</Link>}
    </Notice>
  );
}
