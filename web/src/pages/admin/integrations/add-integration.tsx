import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useCreateIntegration } from '../../../api/queries/integration-queries.js';
import type { Integration, PluginInfo } from '../../../api/types.js';
import { LeaveGuard } from '../../../components/feedback/leave-guard.js';
import type { JsonSchema } from '../../../forms/json-schema.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { IntegrationForm } from './integration-form.js';
import { useIntegrationForm } from './use-integration-form.js';

const NO_SECRETS: readonly string[] = [];

interface AddIntegrationProps {
  plugin: PluginInfo;
  onAdded: (integration: Integration) => void;
  onCancel: () => void;
}

/** Name and settings of a new integration: test with the values on screen, then add. */
export function AddIntegration({ plugin, onAdded, onCancel }: AddIntegrationProps) {
  const { t } = useI18n();
  const schema = (plugin.settingsSchema ?? {}) as JsonSchema;
  const [name, setName] = useState(plugin.displayName);
  const form = useIntegrationForm({ pluginId: plugin.id, schema, secretsSet: NO_SECRETS });
  const create = useCreateIntegration();
  const isLeftOpen = (form.changed || name !== plugin.displayName) && !create.isPending && !create.isSuccess;
  const add = () => {
    if (!form.validate()) return;
    create.mutate(
      { pluginId: plugin.id, name: name.trim() || plugin.displayName, enabled: true, settings: form.patch() },
      { onSuccess: ({ integration }) => onAdded(integration), onError: form.fail },
    );
  };
  return (
    <>
      <LeaveGuard changed={isLeftOpen} />
      <IntegrationForm plugin={plugin} secretsSet={NO_SECRETS} form={form}>
        <TextInput
          label={t('integrations.name')}
          description={t('integrations.name.help')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </IntegrationForm>
      <Group mt="xl">
        <ActionButton onClick={add} loading={create.isPending}>
          {t('integrations.add')}
        </ActionButton>
        <ActionButton variant="default" onClick={form.test} loading={form.testing}>
          {t('integrations.test')}
        </ActionButton>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Group>
    </>
  );
}
