import { useQuery } from '@tanstack/react-query';
import { IconRouteX } from '@tabler/icons-react';
import { metricsQuery } from '../../../api/queries/admin-queries.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { Notice } from '../notice.js';

/** Says that a reverse proxy is in front which the server does not trust, what that means, and what to set. */
export function ProxyNotice() {
  const { t } = useI18n();
  const { data } = useQuery(metricsQuery);
  const addresses = data?.unknownProxies ?? [];
  if (addresses.length === 0) return null;
  return (
    <Notice icon={IconRouteX}>
      <p className={classes.noticeTitle}>{t('overview.proxy.title')}</p>
      <p>{t('overview.proxy.meaning', { count: addresses.length })}</p>
      <p>
        {t('overview.proxy.set', { variable: 'LECTERN_TRUSTED_PROXIES' })} <code>{addresses.join(',')}</code>
      </p>
    </Notice>
  );
}
