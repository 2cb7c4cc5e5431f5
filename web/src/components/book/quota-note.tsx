import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/queries/download-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** How many books the person may still request; nothing without a limit. */
export function QuotaNote() {
  const { t, dateTime } = useI18n();
  const { data } = useQuery(quotaQuery);
  if (!data || data.left === null) return null;
  if (data.limit === 0) return <p className="dim small">{t('quota.none')}</p>;
  return (
    <p className="dim small">
      {t('quota.left', { left: data.left, limit: data.limit ?? 0, days: data.days })}
      {data.nextAt ? ` ${t('quota.next', { when: dateTime(data.nextAt) })}` : ''}
    </p>
  );
}
