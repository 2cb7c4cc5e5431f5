import { useQuery } from '@tanstack/react-query';
import { metricsQuery } from '../../api/queries/admin-queries.js';
import { waitingFor } from '../../api/waiting-for.js';
import type { Integration } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** What does not work while an integration does not, with how many requests wait for it. */
export function HealthEffect({ integration }: { integration: Pick<Integration, 'id' | 'provides'> }) {
  const { t } = useI18n();
  const { data: metrics } = useQuery(metricsQuery);
  const [kind] = integration.provides;
  if (kind === undefined) return null;
  const waiting = metrics ? waitingFor(integration, metrics) : 0;
  return (
    <span>
      {t(`integrations.effect.${kind}`)} {waiting > 0 ? t(`integrations.waiting.${kind as 'indexer'}`, { count: waiting }) : null}
    </span>
  );
}
