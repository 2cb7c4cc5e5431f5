import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';

export function OfflineBanner() {
  const { t } = useI18n();
  const { online } = useNetwork();
  return (
    <div role="status">
      {online ? null : (
        <p className={classes.offline}>
          <IconWifiOff size={18} aria-hidden="true" />
          {t('offline.banner')}
        </p>
      )}
    </div>
  );
}
