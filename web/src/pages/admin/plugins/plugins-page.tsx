import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconPuzzle, IconRefreshAlert } from '@tabler/icons-react';
import { jobsQuery } from '../../../api/queries/admin-queries.js';
import { integrationsQuery } from '../../../api/queries/integration-queries.js';
import { pluginListQuery, pluginUpdatesQuery } from '../../../api/queries/plugin-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinNames } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { Notice } from '../notice.js';
import { InstallJobs } from './install-jobs.js';
import { PluginCard } from './plugin-card.js';

/** Plugins that need attention come first. */
function inOrder(plugins: readonly PluginInfo[]): PluginInfo[] {
  const rank = ({ state }: PluginInfo) => (state === 'ready' ? 1 : state === 'disabled' ? 2 : 0);
  return [...plugins].sort((a, b) => rank(a) - rank(b) || a.displayName.localeCompare(b.displayName));
}

function PluginList({ plugins, apiVersion }: { plugins: readonly PluginInfo[]; apiVersion: string }) {
  const { t } = useI18n();
  const { data: integrations } = useQuery(integrationsQuery);
  const { data: updates } = useQuery({ ...pluginUpdatesQuery, enabled: plugins.some(({ origin }) => origin === 'registry') });
  const waiting = plugins.filter(({ restartNeeded }) => restartNeeded).map(({ displayName }) => displayName);
  const cards = (list: readonly PluginInfo[]) => (
    <div className={classes.cards}>
      {inOrder(list).map((plugin) => (
        <PluginCard
          key={plugin.id}
          plugin={plugin}
          apiVersion={apiVersion}
          used={integrations?.filter((integration) => integration.pluginId === plugin.id).length ?? 0}
          update={updates?.items.find(({ id, version }) => id === plugin.id && version !== plugin.installedVersion)?.version}
        />
      ))}
    </div>
  );
  const installed = plugins.filter(({ origin }) => origin !== 'bundled');
  return (
    <>
      {waiting.length > 0 ? (
        <Notice icon={IconRefreshAlert} live>
          {t('plugins.restart', { count: waiting.length, names: joinNames(waiting) })}
        </Notice>
      ) : null}
      <InstallJobs />
      <Section title={t('plugins.installed')}>
        {installed.length > 0 ? (
          cards(installed)
        ) : (
          <StatePanel icon={IconPuzzle} title={t('plugins.noneInstalled')} compact>
            {t('plugins.noneInstalled.body')}
          </StatePanel>
        )}
        {updates?.problem ? <p className={classes.cardNote}>{updates.problem.message}</p> : null}
      </Section>
      <Section title={t('plugins.bundled')} note={t('plugins.bundled.note')}>
        {cards(plugins.filter(({ origin }) => origin === 'bundled'))}
      </Section>
    </>
  );
}

export function PluginsPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(pluginListQuery);
  // what stands above the cards or changes their buttons comes with them, so that nothing moves below the pointer
  const beside = [useQuery(jobsQuery), useQuery(integrationsQuery)];
  const isWaiting = beside.some(({ isPending, failureCount }) => isPending && failureCount === 0);
  return (
    <>
      <PageHeader
        title={t('plugins.title')}
        lead={t('plugins.lead')}
        actions={
          <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link to="/admin/plugins/install" {...props} />}>
            {t('plugins.getMore')}
          </Button>
        }
      />
      {data && !isWaiting ? (
        data.items.length > 0 ? (
          <PluginList plugins={data.items} apiVersion={data.apiVersion} />
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
