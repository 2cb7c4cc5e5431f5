import { useQuery } from '@tanstack/react-query';
import { metricsQuery } from '../../api/queries/admin-queries.js';
import type { Integration, ProviderKind, RequestStatus } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** The requests that need a kind of integration for their next step. */
const WAITING: Partial<Record<ProviderKind, readonly RequestStatus[]>> = {
  indexer: ['pending', 'searching', 'awaiting_search'],
  downloadClient: ['downloading'],
  mediaServer: ['downloaded'],
};

/** What does not work while an integration does not, with how many requests wait for such a one. */
export function HealthEffect({ integration }: { integration: Pick<Integration, 'provides'> }) {
  const { t } = useI18n();
  const { data: metrics } = useQuery(metricsQuery);
  const [kind] = integration.provides;
  if (kind === undefined) return null;
  const waiting = (WAITING[kind] ?? []).reduce((sum, status) => sum + (metrics?.requests[status] ?? 0), 0);
  return (
    <span>
      {t(`integrations.effect.${kind}`)} {waiting > 0 ? t(`integrations.waiting.${kind as 'indexer'}`, { count: waiting }) : null}
    </span>
  );
}
