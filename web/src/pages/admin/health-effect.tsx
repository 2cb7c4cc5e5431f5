import { useQuery } from '@tanstack/react-query';
import { metricsQuery } from '../../api/queries/admin-queries.js';
import { lookOf, STATUSES } from '../../api/request-status.js';
import type { Integration } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** What does not work while an integration does not, with how many requests wait for such a one. */
export function HealthEffect({ integration }: { integration: Pick<Integration, 'provides'> }) {
  const { t } = useI18n();
  const { data: metrics } = useQuery(metricsQuery);
  const [kind] = integration.provides;
  if (kind === undefined) return null;
  const waiting = STATUSES.filter((status) => lookOf(status).needs === kind).reduce(
    (sum, status) => sum + (metrics?.requests[status] ?? 0),
    0,
  );
  return (
    <span>
      {t(`integrations.effect.${kind}`)} {waiting > 0 ? t(`integrations.waiting.${kind as 'indexer'}`, { count: waiting }) : null}
    </span>
  );
}
