import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { integrationsQuery, pluginsQuery } from '../../../api/queries/integration-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { AddIntegration } from './add-integration.js';
import { PluginPicker } from './plugin-picker.js';

export function NewIntegrationPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { plugin: pluginId, kind } = useSearch({ from: '/shell/admin/integrations/new' });
  const { data: plugins, error, refetch } = useQuery(pluginsQuery);
  const { data: integrations } = useQuery(integrationsQuery);
  if (!plugins) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingBlock height={320} />;
  // of one that people connect for themselves there is none for the server
  const plugin = plugins.find(({ id, state, instances }) => id === pluginId && state === 'ready' && instances !== 'per-user');
  if (!plugin) {
    return (
      <>
        <PageHeader title={t('integrations.pick.title')} lead={t('integrations.pick.lead')} />
        <PluginPicker plugins={plugins} kind={kind} usedPlugins={new Set(integrations?.map((integration) => integration.pluginId))} />
      </>
    );
  }
  return (
    <div className={classes.formPage}>
      <PageHeader title={t('integrations.new', { name: plugin.displayName })} lead={plugin.description} />
      <AddIntegration
        key={plugin.id}
        plugin={plugin}
        onCancel={() => void navigate({ to: '/admin/integrations/new', search: { kind }, ignoreBlocker: true })}
        onAdded={(integration) => {
          toast.done(t('integrations.added', { name: integration.name }));
          void navigate({ to: '/admin/integrations', ignoreBlocker: true });
        }}
      />
    </div>
  );
}
