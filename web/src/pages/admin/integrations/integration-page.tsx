import { Button, Group, NumberInput, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { integrationsQuery, pluginsQuery, useDeleteIntegration, useUpdateIntegration } from '../../../api/queries/integration-queries.js';
import type { Integration, PluginInfo } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { NotFoundPage } from '../../not-found/not-found-page.js';
import classes from '../admin.module.css';
import { HealthEffect } from '../health-effect.js';
import { HealthHistory, HealthState, HealthTrouble, needsAttention } from '../health-state.js';
import { SaveBar } from '../save-bar.js';
import { IntegrationForm } from './integration-form.js';
import { IntegrationParts } from './integration-parts.js';
import { RemovedCard } from './removed-card.js';
import { useIntegrationForm } from './use-integration-form.js';

function DeleteButton({ integration }: { integration: Integration }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const remove = useDeleteIntegration(integration.id);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('common.delete')}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t('integrations.delete.title', { name: integration.name })}
          confirm={t('common.delete')}
          danger
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => void navigate({ to: '/admin/integrations', ignoreBlocker: true }),
              onError: (error) => toast.problem(errorText(error)),
            })
          }
        >
          {t('integrations.delete.body')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** An integration without its plugin cannot be changed; pages that name the problem lead here. */
function Removed({ integration }: { integration: Integration }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={integration.name} lead={t('integrations.removed')} />
      <RemovedCard integration={integration} onRemoved={() => void navigate({ to: '/admin/integrations' })} />
    </>
  );
}

function Editor({ integration, plugin }: { integration: Integration; plugin: PluginInfo }) {
  const { t } = useI18n();
  const schema = (plugin.settingsSchema ?? {}) as JsonSchema;
  const form = useIntegrationForm({
    pluginId: plugin.id,
    integrationId: integration.id,
    schema,
    saved: integration.settings,
    secretsSet: integration.secretsSet,
  });
  // The unsaved differences; everything else follows the saved values.
  const [own, setOwn] = useState<{ name?: string; enabled?: boolean; priority?: number }>({});
  const { name, enabled, priority } = { ...integration, ...own };
  const update = useUpdateIntegration(integration.id);
  const { health } = integration;
  const changed = form.changed || name !== integration.name || enabled !== integration.enabled || priority !== integration.priority;

  const save = () => {
    if (form.changed && !form.validate()) return;
    update.mutate(
      { name: name.trim(), enabled, priority, ...(form.changed ? { settings: form.patch() } : {}) },
      {
        onSuccess: (saved) => {
          setOwn({});
          form.reset(saved.integration.settings);
          toast.done(t('common.saved'));
        },
        onError: form.fail,
      },
    );
  };
  const discard = () => {
    form.reset();
    setOwn({});
  };

  return (
    <div className={classes.formPage}>
      <PageHeader
        title={integration.name}
        lead={
          <>
            <HealthState health={health} /> {integration.pluginName}
            {health.lastCheck?.version ? ` ${health.lastCheck.version}` : ''}
          </>
        }
        actions={<DeleteButton integration={integration} />}
      />
      {needsAttention(health) ? (
        <p className={classes.problem} style={{ marginBlockEnd: 24 }}>
          <HealthTrouble health={health} /> <HealthEffect integration={integration} />
        </p>
      ) : null}
      <HealthHistory health={health} />
      <IntegrationForm plugin={plugin} integrationId={integration.id} secretsSet={integration.secretsSet} form={form}>
        <Switch
          size="md"
          label={t('integrations.enabled')}
          checked={enabled}
          onChange={(event) => setOwn({ ...own, enabled: event.currentTarget.checked })}
        />
        <TextInput
          label={t('integrations.name')}
          description={t('integrations.name.help')}
          value={name}
          onChange={(event) => setOwn({ ...own, name: event.currentTarget.value })}
        />
        <NumberInput
          label={t('integrations.priority')}
          description={t('integrations.priority.help')}
          value={priority}
          min={0}
          styles={{ wrapper: { maxWidth: 160 } }}
          onChange={(value) => setOwn({ ...own, priority: Number(value) || 0 })}
        />
      </IntegrationForm>
      <Group mt="xl">
        <ActionButton variant="default" onClick={form.test} loading={form.testing}>
          {t('integrations.test')}
        </ActionButton>
      </Group>
      <IntegrationParts integration={integration} isChanged={changed} />
      <SaveBar changed={changed} busy={update.isPending} onSave={save} onDiscard={discard} />
    </div>
  );
}

export function IntegrationPage() {
  const { integrationId } = useParams({ from: '/shell/admin/integrations/$integrationId' });
  const integrations = useQuery(integrationsQuery);
  const plugins = useQuery(pluginsQuery);
  const error = integrations.error ?? plugins.error;
  if (!integrations.data || !plugins.data) {
    return error ? (
      <ErrorState
        error={error}
        onRetry={() => {
          void integrations.refetch();
          void plugins.refetch();
        }}
      />
    ) : (
      <LoadingBlock height={360} />
    );
  }
  const integration = integrations.data.find((candidate) => candidate.id === integrationId);
  const plugin = plugins.data.find((candidate) => candidate.id === integration?.pluginId);
  if (integration && !integration.installed) return <Removed integration={integration} />;
  if (!integration || !plugin) return <NotFoundPage />;
  return <Editor key={integration.id} integration={integration} plugin={plugin} />;
}
