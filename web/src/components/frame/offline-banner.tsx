import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { reachability } from '../../api/reachability.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';
import { oldestShown } from './shown-answers.js';
import { useAnswers } from './use-answers.js';

function AsOf() {
  const { t, moment } = useI18n();
  const shownAt = useAnswers(oldestShown);
  return shownAt === 0 ? t('offline.banner') : t('offline.asOf', { time: moment(new Date(shownAt).toISOString()) });
}

/** Says that there is no connection, and how old the page is. */
export function OfflineBanner() {
  const { online } = useNetwork();
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.get);
  return (
    <div role="status">
      {online && isReachable ? null : (
        <p className={classes.offline}>
          <IconWifiOff size={18} aria-hidden="true" />
          <AsOf />
        </p>
      )}
    </div>
  );
}
