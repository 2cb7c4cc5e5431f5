import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../../api/load-part.js';
import { queryKeys } from '../../../api/query-keys.js';
import { integrationsQuery, pluginsQuery } from '../../../api/queries/integration-queries.js';
import type { ProviderKind } from '../../../api/types.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { PluginPicker } from './plugin-picker.js';

const AddIntegration = lazy(() => loadPart(import('./add-integration.js')).then((module) => ({ default: module.AddIntegration })));

/** Connects a service of a kind without leaving the page: which one, then its form. Where there is only one, its form at once. */
export function ConnectDialog({ kind, onClose }: { kind: ProviderKind; onClose: () => void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: plugins, error, refetch } = useQuery(pluginsQuery);
  const { data: integrations } = useQuery(integrationsQuery);
  const [picked, setPicked] = useState<string | null>(null);
  const offered = (plugins ?? []).filter(
    ({ provides, instances, state }) => provides.includes(kind) && instances !== 'per-user' && state === 'ready',
  );
  const only = offered.length === 1 ? offered[0] : undefined;
  const plugin = plugins?.find(({ id }) => id === picked) ?? only;
  const added = () => {
    void client.invalidateQueries({ queryKey: queryKeys.setup });
    onClose();
  };
  const content = () => {
    if (!plugins || !integrations)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingBlock height={240} />;
    if (plugin) return <AddIntegration plugin={plugin} onAdded={added} onCancel={() => (only ? onClose() : setPicked(null))} />;
    const used = new Set(integrations.map(({ pluginId }) => pluginId));
    return (
      <>
        <PluginPicker plugins={plugins} kind={kind} usedPlugins={used} onPick={setPicked} />
        <Button mt="lg" variant="subtle" color="gray" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </>
    );
  };
  return (
    <Dialog title={plugin ? t('integrations.new', { name: plugin.displayName }) : t('checklist.connect')} onClose={onClose} wide>
      <Suspense fallback={<LoadingBlock height={240} />}>{content()}</Suspense>
    </Dialog>
  );
}
