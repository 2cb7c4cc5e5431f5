import { useNetwork } from '@mantine/hooks';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { IconWifiOff } from '@tabler/icons-react';
import { useCallback, useSyncExternalStore } from 'react';
import { queryKeys } from '../../api/query-keys.js';
import { reachability } from '../../api/reachability.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './frame.module.css';

/** Shown on every page, so they say nothing about this one. */
const OF_THE_FRAME: ReadonlySet<unknown> = new Set([queryKeys.me, queryKeys.setup, queryKeys.notifications].map(([first]) => first));

/** When the oldest answer that the page shows was given (ms); 0 if it shows none. */
function oldestShown(client: QueryClient): number {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey, state }) => !OF_THE_FRAME.has(queryKey[0]) && state.data !== undefined })
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? 0 : Math.min(...times);
}

function AsOf() {
  const { t, moment } = useI18n();
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  const shownAt = useSyncExternalStore(subscribe, () => oldestShown(client));
  return shownAt === 0 ? t('offline.banner') : t('offline.asOf', { time: moment(new Date(shownAt).toISOString()) });
}

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
