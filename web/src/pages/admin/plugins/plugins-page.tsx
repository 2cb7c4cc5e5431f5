import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCheck, IconCircleX, IconPuzzle } from '@tabler/icons-react';
import { integrationsQuery, pluginsQuery } from '../../../api/queries/integration-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';

function PluginCard({ plugin, used }: { plugin: PluginInfo; used: number }) {
  const { t } = useI18n();
  const ready = plugin.state === 'ready';
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{plugin.displayName}</h2>
        <Chip tone={ready ? 'good' : 'bad'} icon={ready ? IconCheck : IconCircleX}>
          {t(`plugins.state.${plugin.state}`)}
        </Chip>
      </div>
      <p className={classes.cardNote}>{plugin.provides.map((kind) => t(`kind.${kind}`)).join(', ')}</p>
      {plugin.description ? <p className={classes.cardNote}>{plugin.description}</p> : null}
      {plugin.error ? <p className={classes.problem}>{plugin.error.message}</p> : null}
      <p className={`${classes.cardNote} ${classes.mono}`}>
        {plugin.packageName} {plugin.version}
      </p>
      <p className={classes.cardNote}>
        {t(`plugins.source.${plugin.source}`)} · {t('plugins.used', { count: used })}
      </p>
      {ready && (plugin.instances === 'many' || used === 0) ? (
        <div className={classes.cardActions}>
          <Button variant="default" renderRoot={(props) => <Link to="/admin/integrations/new" search={{ plugin: plugin.id }} {...props} />}>
            {t('plugins.add')}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

export function PluginsPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(pluginsQuery);
  const { data: integrations } = useQuery(integrationsQuery);
  // What needs attention comes first.
  const sorted = [...(data ?? [])].sort(
    (a, b) => Number(a.state === 'ready') - Number(b.state === 'ready') || a.displayName.localeCompare(b.displayName),
  );
  return (
    <>
      <PageHeader title={t('plugins.title')} lead={t('plugins.lead')} />
      {data ? (
        data.length > 0 ? (
          <div className={classes.cards}>
            {sorted.map((plugin) => (
              <PluginCard
                key={plugin.id}
                plugin={plugin}
                used={integrations?.filter((integration) => integration.pluginId === plugin.id).length ?? 0}
              />
            ))}
          </div>
        ) : (
          <StatePanel icon={IconPuzzle} title={t('plugins.empty')} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.cards} role="status" aria-label={t('common.loading')}>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} height={190} radius="lg" />
          ))}
        </div>
      )}
    </>
  );
}
