import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.js';
import { queryKeys } from '../../api/query-keys.js';
import { useI18n } from '../../i18n/i18n-context.js';

const versionQuery = queryOptions({
  queryKey: queryKeys.version,
  queryFn: ({ signal }) => answer(api.GET('/api/version', { signal })),
});

/** Which version the server has, for those who ask for help. */
export function AboutLine() {
  const { t } = useI18n();
  const { data } = useQuery(versionQuery);
  return data ? <p className="dim small">{t('account.version', { version: data.version })}</p> : null;
}
