import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { answer, api } from '../../../api/client.js';
import { queryKeys } from '../../../api/query-keys.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { Notice } from '../notice.js';

const updateQuery = queryOptions({
  queryKey: queryKeys.serverUpdate,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/server-update', { signal })),
  staleTime: 3_600_000,
});

/** Says that there is a newer Lectern, until somebody has read it or it runs. */
export function UpdateNotice() {
  const { t } = useI18n();
  const { data } = useQuery(updateQuery);
  const [seen, setSeen] = useLocalStorage({ key: 'lectern-update-seen', defaultValue: '', getInitialValueInEffect: false });
  if (data?.available === undefined || data.available === seen) return null;
  const { available, current } = data;
  return (
    <Notice icon={IconArrowUpCircle} live>
      {t('overview.update', { available, current })}{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => setSeen(available)}>
        {t('overview.update.seen')}
      </Button>
    </Notice>
  );
}
