import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ActionButton } from '../../components/controls/action-button.js';
import { loadPart } from '../../api/load-part.js';
import { useCompleteSetup } from '../../api/queries/admin-queries.js';
import { integrationsQuery, pluginsQuery } from '../../api/queries/integration-queries.js';
import { queryKeys } from '../../api/query-keys.js';
import type { ProviderKind, SetupStatus } from '../../api/types.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinNames, labelled } from '../../i18n/join-names.js';
import { NEEDED_KINDS } from '../../api/provider-kinds.js';
import { HealthState, needsAttention } from '../admin/health-state.js';
import { PluginPicker } from '../admin/integrations/plugin-picker.js';
import classes from './setup.module.css';

const AddIntegration = lazy(() =>
  loadPart(import('../admin/integrations/add-integration.js')).then((module) => ({ default: module.AddIntegration })),
);
const KINDS: readonly ProviderKind[] = [...NEEDED_KINDS, 'notifier'];

/** One of each kind makes requests work; any of them can also be added later. */
export function IntegrationsStep({ setup }: { setup: SetupStatus }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: plugins, error, refetch } = useQuery(pluginsQuery);
  const { data: integrations = [] } = useQuery(integrationsQuery);
  const complete = useCompleteSetup();
  const [kind, setKind] = useState<ProviderKind | null>(null);
  const [pluginId, setPluginId] = useState<string | null>(null);
  const plugin = plugins?.find((candidate) => candidate.id === pluginId);
  const close = () => {
    setKind(null);
    setPluginId(null);
  };

  if (!plugins) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingBlock height={320} />;
  if (plugin) {
    return (
      <section className={classes.form} aria-label={t('integrations.new', { name: plugin.displayName })}>
        <h2>{t('integrations.new', { name: plugin.displayName })}</h2>
        <Suspense fallback={<LoadingBlock height={240} />}>
          <AddIntegration
            plugin={plugin}
            onCancel={close}
            onAdded={() => {
              void client.invalidateQueries({ queryKey: queryKeys.setup });
              close();
            }}
          />
        </Suspense>
      </section>
    );
  }
  if (kind) {
    return (
      <div>
        <PluginPicker
          plugins={plugins}
          kind={kind}
          usedPlugins={new Set(integrations.map((integration) => integration.pluginId))}
          onPick={setPluginId}
        />
        <Button className="flush" variant="subtle" color="gray" mt="lg" onClick={close}>
          {t('common.back')}
        </Button>
      </div>
    );
  }
  const has = (wanted: ProviderKind) => integrations.filter((integration) => integration.provides.includes(wanted));
  const missing = NEEDED_KINDS.filter((wanted) => has(wanted).length === 0);
  return (
    <div className={classes.form}>
      <p className="dim">{t('setup.integrations.lead')}</p>
      <ul className={classes.kinds}>
        {KINDS.map((wanted) => {
          const members = has(wanted);
          const troubled = members.find(({ health }) => needsAttention(health));
          const isDone = members.length > 0 && !troubled;
          return (
            <li key={wanted}>
              <span className={classes.kindIcon} data-done={isDone}>
                {isDone ? <IconCheck size={18} aria-hidden="true" /> : <IconCircleDashed size={18} aria-hidden="true" />}
              </span>
              <span className={classes.kindText}>
                <strong>{t(`kind.${wanted}`)}</strong>
                <span className="dim small">
                  {members.length > 0 ? joinNames(members.map((member) => member.name)) : t(`kind.${wanted}.note`)}
                </span>
                {troubled ? <HealthState health={troubled.health} /> : null}
              </span>
              <Button variant="default" onClick={() => setKind(wanted)} aria-label={labelled(t('integrations.add'), t(`kind.${wanted}`))}>
                {t('setup.integrations.add')}
              </Button>
            </li>
          );
        })}
      </ul>
      {missing.length > 0 ? <p className="dim small">{t('setup.integrations.missing')}</p> : null}
      {complete.error ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(complete.error)}
        </Alert>
      ) : null}
      <ActionButton
        size="md"
        variant={missing.length > 0 ? 'default' : 'filled'}
        loading={complete.isPending}
        disabled={!setup.steps.admin && !setup.complete}
        onClick={() => complete.mutate(undefined, { onSuccess: () => void navigate({ to: '/' }) })}
      >
        {t(missing.length > 0 ? 'setup.finish.anyway' : 'setup.finish')}
      </ActionButton>
    </div>
  );
}
